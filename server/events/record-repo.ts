// Events are recorded in the transaction of what they tell, so that none is lost and none tells what did not happen.
import { and, eq, not, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { events, eventSequence } from '#drizzle/event-tables.ts'
import type { NewEvent } from '#server/events/new-event.ts'

/** The key of the only row of the sequence. */
export const sequenceName = 'events'

/**
 * The statements of a batch that record an event if `holds` is true when they run. The first one locks the sequence until the transaction
 * ends, so they come after the statements that lock rows which others lock too. An event that a transaction before has recorded stays.
 */
export function recordEvent(db: Db, { id, type, at, data }: NewEvent, holds: SQL) {
  const next = sql<number>`(select ${eventSequence.last} from ${eventSequence} where ${eventSequence.name} = ${sequenceName})`
  return [
    db
      .insert(eventSequence)
      .values({ name: sequenceName, last: 1, queued: 0, removed: 0 })
      .onConflictDoUpdate({ target: eventSequence.name, set: { last: sql`${eventSequence.last} + 1` } })
      .returning({ seq: eventSequence.last }),
    db.insert(events).values({ seq: next, id, type, at, data }).onConflictDoNothing().returning({ seq: events.seq }),
    db
      .delete(events)
      .where(and(eq(events.id, id), eq(events.seq, next), not(holds)))
      .returning({ seq: events.seq }),
  ]
}
