/** Every test that touches a database; `npm run test:postgres` runs them. */
export const allOnPostgres = [
  'tests/server',
  'tests/drizzle/database.test.ts',
  'tests/drizzle/catalogue-changes.test.ts',
  'tests/drizzle/catalogue-clashes.test.ts',
  'tests/drizzle/catalogue-copy.test.ts',
  'tests/drizzle/catalogue-currencies.test.ts',
  'tests/drizzle/catalogue-first-codes.test.ts',
  'tests/drizzle/catalogue-search.test.ts',
  'tests/scripts',
  'tests/api-page.test.ts',
]

/** Tests of what only Postgres has. */
export const onlyOnPostgres = [
  'tests/server/broken-connections.test.ts',
  'tests/server/catalogue-refused.test.ts',
  'tests/server/claim-locks.test.ts',
]

/**
 * Tests of the differences between the databases (locks, races, times, errors, bytes). `npm test` runs them on Postgres too. Rights are
 * checked in TypeScript, so only `npm run test:postgres` runs the access matrix on Postgres.
 */
export const chosenOnPostgres = [
  ...onlyOnPostgres,
  'tests/drizzle/catalogue-clashes.test.ts',
  'tests/drizzle/catalogue-changes.test.ts',
  'tests/drizzle/catalogue-copy.test.ts',
  'tests/drizzle/catalogue-currencies.test.ts',
  'tests/drizzle/catalogue-first-codes.test.ts',
  'tests/drizzle/catalogue-search.test.ts',
  'tests/drizzle/database.test.ts',
  'tests/scripts/backup.test.ts',
  'tests/scripts/backup-writes.test.ts',
  'tests/scripts/full-disk.test.ts',
  'tests/scripts/verify.test.ts',
  'tests/scripts/migrate.test.ts',
  'tests/server/doctor.test.ts',
  ...[
    'audit',
    'audit-seals',
    'auth',
    'backup-schedule',
    'catalogue-clash-bounds',
    'catalogue-emptied',
    'destinations/requests',
    'events',
    'hooks-broken',
    'job-ends',
    'jobs',
    'last-owner',
    'mail',
    'metrics',
    'notifications-of-keys',
    'password-links',
    'queue',
    'queue-model',
    'reconnected-jobs',
    'schedule-workers',
    'schedules',
    'store-connection',
    'system',
    'templates',
    'upgrade',
    'users',
    'views',
    'waiting-jobs',
    'webhook-deliveries',
    'worker-crew',
    'workers',
  ].map((name) => `tests/server/${name}.test.ts`),
]
