// Seeded bugs that the judge must find.
import type { SourceBug } from '../source-bug.ts'
import type { FreshDay, FreshResult } from './day.ts'

type FreshBug = SourceBug & { day: Partial<FreshDay>; isFound(result: FreshResult): boolean }

export const freshBugs = {
  'an older value replaces a newer one': {
    file: 'drizzle/catalogue/rows.ts',
    changes: [
      {
        from: 'return was > is || (was === is && kept.readAt > given.readAt)',
        to: 'return was > is && kept.readAt > given.readAt && false',
      },
    ],
    day: { stores: 2, hours: 0.5, stale: 0.5 },
    isFound: ({ older }) => older > 0,
  },
  'a hint is removed although one came meanwhile': {
    file: 'server/catalogue/hints-repo.ts',
    changes: [{ from: 'where(and(ofStore(storeId), inArray(catalogueHints.mark, marks)))', to: 'where(ofStore(storeId))' }],
    day: { isCalm: true, stores: 2, hours: 0.05 },
    isFound: ({ late }) => late > 0,
  },
  'the signature is not checked': {
    file: 'server/catalogue/receive.ts',
    changes: [{ from: 'const isSigned = isSignedWith(', to: 'const isSigned = true || isSignedWith(' }],
    day: { hours: 0.1 },
    isFound: ({ forgedTaken }) => forgedTaken > 0,
  },
} satisfies Record<string, FreshBug>
