// The database's part of a backup, without a database.
export { snapshotDifferences } from '#drizzle/backup.ts'
