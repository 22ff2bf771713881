import type { Db } from '#drizzle/database.ts'
import type { Event } from '#shared/events.ts'
import type { Deps } from '#server/deps.ts'
import { eventsAfter, noteQueued, sequence } from '#server/events/repo.ts'

/** The statements that put events into a queue. They run in the transaction that notes that these events are in it. */
type Queueing = (db: Db) => readonly PromiseLike<unknown>[]

/**
 * Hands all events that are not queued yet to `queueing`, in portions. A process that dies in between leaves them to the next one. Two
 * processes may hand the same events over, so the statements change nothing where an event is queued already.
 */
export async function handOver(
  { database }: Pick<Deps, 'database'>,
  eventsAtOnce: number,
  queueing: (found: readonly Event[]) => Promise<Queueing>,
) {
  const { last, queued } = await sequence(database.db)
  let done = queued
  while (done < last) {
    const found = await eventsAfter(database.db, done, eventsAtOnce)
    // Numbers may be missing at the end.
    const seq = found.at(-1)?.seq ?? last
    const statements = await queueing(found.map(({ event }) => event))
    await database.batch((db) => [...statements(db), noteQueued(db, seq)])
    done = seq
  }
}
