// The database's part of a backup.
export { saveDatabase, snapshotDifferences } from '#drizzle/backup.ts'
