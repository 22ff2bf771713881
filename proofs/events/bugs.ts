import type { SourceBug } from '../source-bug.ts'

/** On Postgres: a number that is taken without the lock, so that transactions commit in another order than that of their numbers. */
export const numberWithoutLock: SourceBug = {
  file: 'server/events/record-repo.ts',
  changes: [
    {
      from: 'sql<number>`(select ${eventSequence.last} from ${eventSequence} where ${eventSequence.name} = ${sequenceName})`',
      to: 'sql<number>`pg_current_xact_id()::text::bigint`',
    },
    { from: 'last: 1,', to: 'last: next,' },
    { from: 'sql`${eventSequence.last} + 1`', to: 'sql`greatest(${eventSequence.last}, ${next})`' },
    { from: '  return [\n', to: '  const [lock, ...others] = [\n' },
    {
      from: '  ]\n}',
      to: '  ]\n  return [...others, db.select({ slept: sql`pg_sleep(random() / 10)` }).from(eventSequence), lock]\n}',
    },
  ],
}
