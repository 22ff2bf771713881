import { and, asc, eq, gt, lt, lte, max, sql } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { events, eventSequence } from '#drizzle/event-tables.ts'
import { Event } from '#shared/events.ts'
import { sequenceName } from '#server/events/record-repo.ts'

/** An event and its number in the order of all events. */
export type NumberedEvent = { seq: number; event: Event }

const ofSequence = eq(eventSequence.name, sequenceName)

/** The events after a number, oldest first. */
export async function eventsAfter(db: Db, seq: number, most: number): Promise<NumberedEvent[]> {
  const rows = await db.select().from(events).where(gt(events.seq, seq)).orderBy(asc(events.seq)).limit(most)
  return rows.map(({ seq: number, id, type, at, data }) => ({
    seq: number,
    event: Event.parse({ id, type, timestamp: at.toISOString(), data }),
  }))
}

/** The numbers of the newest event, of the last one in the queue of webhooks, and of the newest one that was removed. 0: there is none. */
export async function sequence(db: Db): Promise<{ last: number; queued: number; removed: number }> {
  const { last, queued, removed } = eventSequence
  const [row] = await db.select({ last, queued, removed }).from(eventSequence).where(ofSequence)
  return row ?? { last: 0, queued: 0, removed: 0 }
}

/** The statement that notes up to which event the webhooks are queued. It never goes back. */
export const noteQueued = (db: Db, seq: number) =>
  db
    .update(eventSequence)
    .set({ queued: seq })
    .where(and(ofSequence, lt(eventSequence.queued, seq)))
    .returning({ seq: eventSequence.queued })

/** Removes the events from before this time, and notes that they are gone. */
export async function removeEvents({ batch }: Database, before: Date) {
  await batch((db) => {
    const oldest = db
      .select({ seq: max(events.seq) })
      .from(events)
      .where(lt(events.at, before))
    return [
      db
        .update(eventSequence)
        .set({ removed: sql`coalesce(${oldest}, ${eventSequence.removed})` })
        .where(ofSequence)
        .returning({ removed: eventSequence.removed }),
      db
        .delete(events)
        .where(lte(events.seq, sql`(select ${eventSequence.removed} from ${eventSequence} where ${ofSequence})`))
        .returning({ seq: events.seq }),
    ]
  })
}
