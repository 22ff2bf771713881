// Seeded bugs that the judge must find.
import type { SourceBug } from '../source-bug.ts'
import type { FiringVerdict } from './environment.ts'

type FiringBug = SourceBug & { isFound(verdict: FiringVerdict): boolean }

export const firingBugs = {
  'the due time moves before the job exists': {
    file: 'server/schedules/fire-repo.ts',
    changes: [
      {
        from: '  const [moved] = job ? await enqueueAlong(',
        to: `  const first = await database.db.update(schedules).set(change).where(isAsRead(schedule)).returning({ id: schedules.id })
  if (first.length === 0) return false
  schedule = { ...schedule, ...change }
  const [moved] = job ? await enqueueAlong(`,
      },
    ],
    isFound: ({ missed }) => missed > 0,
  },
  'nothing makes the run of an instant unique': {
    file: 'server/schedules/fire-repo.ts',
    changes: [
      { from: 'db.insert(scheduleRuns).values(run)', to: 'db.insert(scheduleRuns).values({ ...run, due: null })' },
      { from: 'notExists(asRead)', to: 'notExists(asRead), sql`false`' },
    ],
    isFound: ({ doubled }) => doubled > 0,
  },
} satisfies Record<string, FiringBug>
