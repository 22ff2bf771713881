// Seeded bugs that the histories must find.
import type { SourceBug } from '../source-bug.ts'
import type { ChangesVerdict } from './history.ts'

type ChangesBug = SourceBug & { isFound(verdict: ChangesVerdict): boolean }

export const changesBugs = {
  'a run reads only what is later than the last one': {
    file: 'server/schedules/memory.ts',
    changes: [{ from: 'new Date(last.readFrom.getTime() - scheduleLimits.overlapMs)', to: 'new Date(last.readFrom.getTime() + 1_000)' }],
    isFound: ({ lost }) => lost > 0,
  },
  'the mark moves before the delivery': {
    file: 'server/schedules/memory-repo.ts',
    changes: [
      {
        from: 'db.insert(scheduleMemories).values(row).returning({ id: scheduleMemories.jobId }),',
        to: `db.delete(scheduleMemories).where(eq(scheduleMemories.scheduleId, scheduleId)).returning({ id: scheduleMemories.jobId }),
    db.insert(scheduleMemories).values([row, { ...row, jobId: delivered }]).returning({ id: scheduleMemories.jobId }),`,
      },
    ],
    isFound: ({ lost }) => lost > 0,
  },
  'what the overlap brings again is delivered again': {
    file: 'server/schedules/memory.ts',
    changes: [{ from: 'known.get(itemId) === digest', to: 'known.get(itemId) === undefined && digest === undefined' }],
    isFound: ({ twice }) => twice > 0,
  },
} satisfies Record<string, ChangesBug>
