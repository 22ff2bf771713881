import { can, reaches, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { eventMessages } from '#shared/event-messages.ts'
import type { Event } from '#shared/events.ts'
import { mayReadOwnNotifications, maySee, maySeeSchedule } from '#shared/job-access.ts'
import { limits } from '#shared/limits.ts'
import { callerId } from '#server/auth/viewer.ts'
import type { Deps } from '#server/deps.ts'
import { EventStream } from '#server/procedure/event-stream.ts'
import { sequence, type NumberedEvent } from '#server/events/repo.ts'

/** `lastEventId`: the number of the last event that the caller has. null: the stream begins with the next event. */
export type StreamCall = {
  lastEventId: string | null
  /** The caller's present rights, and null once the session or the key has ended. */
  recheck: () => Promise<Viewer | null>
  signal: AbortSignal
}

/** Whether the viewer may know of an event: the same rights that show the job, the schedule, the store with its state, or the notification. */
function mayKnow(viewer: Viewer, event: Event): boolean {
  const { data } = event
  if ('notificationId' in data) return data.userId === viewer.id && mayReadOwnNotifications(viewer, data.storeIds)
  if ('jobId' in data) return maySee(viewer, { type: data.jobType, storeIds: data.storeIds, createdBy: data.createdBy })
  if ('scheduleId' in data) return maySeeSchedule(viewer, { ...data, type: data.scheduleType })
  return reaches(viewer, data.storeId) && can(viewer, 'stores.list', data.storeId)
}

/** The number to begin after. Throws INVALID_CURSOR, and EVENTS_GONE where events between it and the oldest one are removed. */
async function startOf({ database }: Deps, lastEventId: string | null): Promise<number> {
  const { last, removed } = await sequence(database.db)
  if (lastEventId === null) return last
  if (!/^\d{1,15}$/.test(lastEventId)) throw new AppError('INVALID_CURSOR', eventMessages.noSuchPlace)
  const seq = Number(lastEventId)
  // A number above the last one is of a database that was restored since.
  if (seq < removed || seq > last) throw new AppError('EVENTS_GONE')
  return seq
}

/** The number alone moves the place from which a client resumes, without an event. */
const placeText = (seq: number) => `id: ${seq}\n\n`
const eventText = ({ seq, event }: NumberedEvent) => `id: ${seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** The text of a stream. It ends with the caller's session or rights to be here, and when the process stops. */
async function* textOf({ feed }: Deps, start: number, { recheck, signal }: StreamCall): AsyncGenerator<string> {
  let seq = start
  yield `retry: ${limits.events.retryMs}\n${placeText(seq)}`
  while (!signal.aborted && !feed.stopping.aborted) {
    const found = await feed.after(seq, signal)
    const viewer = await recheck()
    if (!viewer || viewer.needsSecondFactor) return
    const known = found.filter(({ event }) => mayKnow(viewer, event))
    seq = found.at(-1)?.seq ?? seq
    // Sent in silence too, so that a broken connection is noticed on both sides.
    yield known.map(eventText).join('') + placeText(seq)
  }
}

/** Opens a stream of the events that the viewer may know. Throws INVALID_CURSOR, EVENTS_GONE, and TOO_MANY_REQUESTS. */
export async function openStream(deps: Deps, viewer: Viewer, call: StreamCall): Promise<EventStream> {
  const start = await startOf(deps, call.lastEventId)
  const place = deps.feed.open(callerId(viewer))
  if (!place) throw new AppError('TOO_MANY_REQUESTS', eventMessages.tooManyStreams, { retryAfterSeconds: 60 })
  const stream = new EventStream(textOf(deps, start, call))
  stream.body.once('close', () => place.close())
  return stream
}
