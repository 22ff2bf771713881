/** Every test that touches a database; `npm run test:postgres` runs them. */
export const allOnPostgres = ['tests/server', 'tests/drizzle/database.test.ts', 'tests/scripts', 'tests/api-page.test.ts']

/** Those that show what the databases do differently (locks, races, times, errors, bytes); `npm test` runs them on Postgres, too. Rights are judged in TypeScript, so the matrix of rights runs on Postgres in `npm run test:postgres` only. */
export const chosenOnPostgres = [
  'tests/drizzle/database.test.ts',
  'tests/scripts/backup.test.ts',
  ...[
    'audit',
    'audit-seals',
    'auth',
    'job-ends',
    'jobs',
    'last-owner',
    'mail',
    'password-links',
    'queue',
    'store-connection',
    'templates',
    'users',
    'waiting-jobs',
    'workers',
  ].map((name) => `tests/server/${name}.test.ts`),
]
