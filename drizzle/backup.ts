import { dialect, type Dialect } from '#drizzle/dialect.ts'
import { assertNotNewer } from '#drizzle/newer.ts'
import { migrationsFolder } from '#drizzle/open.ts'
import type { Backup, Loading, Snapshot } from '#drizzle/snapshot.ts'
import { StartRefused } from '#shared/start-refused.ts'

const ofDialect = async (of: Dialect = dialect): Promise<Backup> =>
  of === 'sqlite' ? (await import('#drizzle/sqlite-backup.ts')).sqliteBackup : (await import('#drizzle/postgres-backup.ts')).postgresBackup

/** Writes a consistent snapshot of the database into an empty folder; see Backup. */
export async function saveDatabase(url: string, folder: string): Promise<Snapshot> {
  return (await ofDialect()).save(url, folder)
}

/** Compares the files of a snapshot of either kind with its description; see Backup. */
export async function snapshotDifferences(folder: string, snapshot: Snapshot): Promise<string[]> {
  return (await ofDialect(snapshot.dialect)).differences(folder, snapshot)
}

/**
 * Loads a snapshot into an empty database and migrates it. Throws StartRefused where the database is not empty or of the other kind, or
 * where a newer version of this program made the snapshot.
 */
export async function loadDatabase(url: string, { snapshot, ...loading }: Omit<Loading, 'migrationsFolder'>): Promise<void> {
  if (snapshot.dialect !== dialect)
    throw new StartRefused(
      `This backup is of ${snapshot.dialect}, and DATABASE_URL names ${dialect}. A backup goes back where it came from.`,
    )
  assertNotNewer(snapshot.migrations, migrationsFolder)
  await (await ofDialect()).load(url, { ...loading, snapshot, migrationsFolder })
}
