// The limits of parallel jobs: a running job takes one slot of its person, or of the person's schedules, and one of each of its stores.
import { limits } from '#shared/limits.ts'

export type Caps = { perStore: number; perUser: number; scheduledPerUser: number }
export const defaultCaps: Caps = limits.jobs

export type OwnerKind = 'user' | 'schedules' | 'store'
export const ownerOf = (kind: OwnerKind, id: string) => `${kind}:${id}`
export const isSlotOwner = (kind: OwnerKind, owner: string) => owner.startsWith(ownerOf(kind, ''))
/** The person's slots that a job takes. */
export const personKind = (isScheduled: boolean) => (isScheduled ? 'schedules' : 'user')
export const idOf = (owner: string) => owner.slice(owner.indexOf(':') + 1)
/** The owners of a job's slots. */
export const ownersOf = (user: string, storeIds: readonly string[], isScheduled: boolean): string[] => [
  ...storeIds.map((id) => ownerOf('store', id)),
  ownerOf(personKind(isScheduled), user),
]
/** Whether this is the name of a slot of the owner. */
export const isSlotOf = (name: string, owner: string) => name.slice(0, name.lastIndexOf(':')) === owner
function capOf(owner: string, { perStore, perUser, scheduledPerUser }: Caps): number {
  if (isSlotOwner('store', owner)) return perStore
  return isSlotOwner('user', owner) ? perUser : scheduledPerUser
}

/** The order of jobs, which decides for whom a slot is reserved: those that somebody waits for come first, and then the older ones. */
export type Aged = { id: string; createdAt: Date; isScheduled: boolean }
function isLater(job: Aged, than: Aged): boolean {
  if (job.isScheduled !== than.isScheduled) return job.isScheduled
  return job.createdAt.getTime() === than.createdAt.getTime() ? job.id > than.id : job.createdAt > than.createdAt
}

/**
 * The current use of the slots. For each owner that a queued job of several stores needs, one slot is reserved for the first such job.
 * Later jobs never take that last slot, so that the first job gets all its slots as they become free. No job holds slots that it does not
 * use.
 */
export type SlotUse = { taken: ReadonlyMap<string, ReadonlySet<string>>; reservedFor: ReadonlyMap<string, Aged> }

const takenOf = ({ taken }: SlotUse, owner: string) => taken.get(owner) ?? new Set()

/** Owners without a free slot. */
export const fullOwners = ({ taken }: SlotUse, caps: Caps) =>
  [...taken].flatMap(([owner, names]) => (names.size >= capOf(owner, caps) ? owner : []))

/** The users with running jobs, of schedules or not, and how many. */
export const userLoads = ({ taken }: SlotUse, isScheduled: boolean): Map<string, number> =>
  new Map([...taken].flatMap(([owner, names]) => (isSlotOwner(personKind(isScheduled), owner) ? [[idOf(owner), names.size]] : [])))

/** Owners whose last slot is reserved, and the job that it is reserved for. */
const lastSlots = (places: SlotUse, caps: Caps) =>
  [...places.reservedFor].filter(([owner]) => takenOf(places, owner).size === capOf(owner, caps) - 1)

/** The first owner without a slot for the job. `null`: all have one. */
export function firstBlocked(places: SlotUse, caps: Caps, job: Aged, owners: readonly string[]): string | null {
  const without = new Set(fullOwners(places, caps))
  for (const [owner, first] of lastSlots(places, caps)) if (isLater(job, first)) without.add(owner)
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
