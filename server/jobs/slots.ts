// Who may run at once: a running job takes a place of its person and one of each of its stores, which have so many.
import { limits } from '#shared/limits.ts'

export type Caps = { perStore: number; perUser: number }
export const defaultCaps: Caps = limits.jobs

type OwnerKind = 'user' | 'store'
export const ownerOf = (kind: OwnerKind, id: string) => `${kind}:${id}`
export const isUser = (owner: string) => owner.startsWith(ownerOf('user', ''))
export const idOf = (owner: string) => owner.slice(owner.indexOf(':') + 1)
/** Those whose places a job takes. */
export const ownersOf = (user: string, storeIds: readonly string[]): string[] => [
  ...storeIds.map((id) => ownerOf('store', id)),
  ownerOf('user', user),
]
const capOf = (owner: string, { perStore, perUser }: Caps) => (isUser(owner) ? perUser : perStore)

/** What a job is compared by with the one that places are kept for. */
export type Aged = { id: string; createdAt: Date }
export const isYounger = (job: Aged, than: Aged) =>
  job.createdAt.getTime() === than.createdAt.getTime() ? job.id > than.id : job.createdAt > than.createdAt

/**
 * The places as they are. Of each owner whom a queued job of several stores needs, one place is kept for the oldest such job:
 * younger jobs take no last place from it, so that it gets all that it needs as they fall free, and nobody holds what they
 * do not use.
 */
export type SlotUse = { taken: ReadonlyMap<string, ReadonlySet<string>>; reservedFor: ReadonlyMap<string, Aged> }

const takenOf = ({ taken }: SlotUse, owner: string) => taken.get(owner) ?? new Set()

/** Owners who have no place left for anybody. */
export const fullOwners = ({ taken }: SlotUse, caps: Caps) =>
  [...taken].flatMap(([owner, names]) => (names.size >= capOf(owner, caps) ? owner : []))

/** Owners whose last place is kept, and for whom. */
export const lastSlots = (places: SlotUse, caps: Caps) =>
  [...places.reservedFor].filter(([owner]) => takenOf(places, owner).size === capOf(owner, caps) - 1)

/** The first owner who has no place for a job; `null`: all have one. */
export function firstBlocked(places: SlotUse, caps: Caps, job: Aged, owners: readonly string[]): string | null {
  const without = new Set(fullOwners(places, caps))
  for (const [owner, older] of lastSlots(places, caps)) if (isYounger(job, older)) without.add(owner)
  return owners.find((owner) => without.has(owner)) ?? null
}

/** The names of free places, one of each owner; fewer where somebody has none. */
export function freeSlotNames(places: SlotUse, caps: Caps, owners: readonly string[]): string[] {
  const free = owners.flatMap((owner) => {
    const names = Array.from({ length: capOf(owner, caps) }, (_, number) => `${owner}:${number}`)
    return names.find((name) => !takenOf(places, owner).has(name)) ?? []
  })
  // In one order everywhere, so that two workers never wait for each other's.
  return free.toSorted()
}
