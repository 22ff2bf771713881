import { messages } from '#shared/messages.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Deps } from '#server/deps.ts'
import { slotUse, storeNames } from '#server/jobs/slot-use-repo.ts'
import { firstBlocked, idOf, isSlotOwner, ownersOf, defaultCaps } from './slots.ts'
import type { ListedJob } from '#server/jobs/repo.ts'
import { readyStatuses } from '#server/jobs/row.ts'

const ready = new Set<string>(readyStatuses)

/** Adds the missing slot to the jobs that wait for one. */
export async function sayWhatQueuedWaitFor({ database: { db }, now }: Pick<Deps, 'database' | 'now'>, jobs: readonly ListedJob[]) {
  const queued = jobs.filter(({ status, runAt }) => ready.has(status) && runAt.getTime() <= now())
  if (queued.length === 0) return [...jobs]
  const slots = await slotUse(db)
  const waits = new Map(
    queued.map((job) => [job.id, firstBlocked(slots, defaultCaps, job, ownersOf(job.createdBy, job.storeIds, job.isScheduled))]),
  )
  const names = await storeNames(
    db,
    [...waits.values()].flatMap((owner) => (owner === null ? [] : idOf(owner))),
  )
  return jobs.map((job) => {
    const owner = waits.get(job.id) ?? null
    if (owner === null) return job
    if (isSlotOwner('user', owner)) return { ...job, waitingFor: messages.jobs.ownLimit(defaultCaps.perUser) }
    if (isSlotOwner('schedules', owner)) return { ...job, waitingFor: scheduleMessages.ownLimit(defaultCaps.scheduledPerUser) }
    return { ...job, waitingFor: messages.jobs.noPlaceAt(names.get(idOf(owner)) ?? messages.jobs.goneStore) }
  })
}
