// The limits of parallel jobs: a running job takes one slot of its person and one of each of its stores.
import { limits } from '#shared/limits.ts'

export type Caps = { perStore: number; perUser: number }
export const defaultCaps: Caps = limits.jobs

type OwnerKind = 'user' | 'store'
export const ownerOf = (kind: OwnerKind, id: string) => `${kind}:${id}`
export const isUser = (owner: string) => owner.startsWith(ownerOf('user', ''))
export const idOf = (owner: string) => owner.slice(owner.indexOf(':') + 1)
/** The owners of a job's slots. */
export const ownersOf = (user: string, storeIds: readonly string[]): string[] => [
  ...storeIds.map((id) => ownerOf('store', id)),
  ownerOf('user', user),
]
/** Whether this is the name of a slot of the owner. */
export const isSlotOf = (name: string, owner: string) => name.slice(0, name.lastIndexOf(':')) === owner
const capOf = (owner: string, { perStore, perUser }: Caps) => (isUser(owner) ? perUser : perStore)

/** The order of jobs, which decides for whom a slot is reserved. */
export type Aged = { id: string; createdAt: Date }
const isYounger = (job: Aged, than: Aged) =>
  job.createdAt.getTime() === than.createdAt.getTime() ? job.id > than.id : job.createdAt > than.createdAt

/**
 * The current use of the slots. For each owner that a queued job of several stores needs, one slot is reserved for the oldest such job.
 * Younger jobs never take that last slot, so that the older job gets all its slots as they become free. No job holds slots that it does not
 * use.
 */
export type SlotUse = { taken: ReadonlyMap<string, ReadonlySet<string>>; reservedFor: ReadonlyMap<string, Aged> }

const takenOf = ({ taken }: SlotUse, owner: string) => taken.get(owner) ?? new Set()

/** Owners without a free slot. */
export const fullOwners = ({ taken }: SlotUse, caps: Caps) =>
  [...taken].flatMap(([owner, names]) => (names.size >= capOf(owner, caps) ? owner : []))

/** The users with running jobs, and how many. */
export const userLoads = ({ taken }: SlotUse): Map<string, number> =>
  new Map([...taken].flatMap(([owner, names]) => (isUser(owner) ? [[idOf(owner), names.size]] : [])))

/** Owners whose last slot is reserved, and the job that it is reserved for. */
const lastSlots = (places: SlotUse, caps: Caps) =>
  [...places.reservedFor].filter(([owner]) => takenOf(places, owner).size === capOf(owner, caps) - 1)

/** The first owner without a slot for the job. `null`: all have one. */
export function firstBlocked(places: SlotUse, caps: Caps, job: Aged, owners: readonly string[]): string | null {
  const without = new Set(fullOwners(places, caps))
  for (const [owner, older] of lastSlots(places, caps)) if (isYounger(job, older)) without.add(owner)
  return owners.find((owner) => without.has(owner)) ?? null
}

/** The names of free slots, one of each owner, or fewer where an owner has none. */
export function freeSlotNames(places: SlotUse, caps: Caps, owners: readonly string[]): string[] {
  const free = owners.flatMap((owner) => {
    const names = Array.from({ length: capOf(owner, caps) }, (_, number) => `${owner}:${number}`)
    return names.find((name) => !takenOf(places, owner).has(name)) ?? []
  })
  // In the same order everywhere, so that two workers never deadlock.
  return free.toSorted()
}
