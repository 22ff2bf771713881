import { dialect } from '#drizzle/dialect.ts'
import { assertNotNewer } from '#drizzle/newer.ts'
import { migrationsFolder } from '#drizzle/open.ts'
import type { Backup, Loading, Snapshot } from '#drizzle/snapshot.ts'
import { StartRefused } from '#shared/start-refused.ts'

const ofDialect = async (): Promise<Backup> =>
  dialect === 'sqlite'
    ? (await import('#drizzle/sqlite-backup.ts')).sqliteBackup
    : (await import('#drizzle/postgres-backup.ts')).postgresBackup

/** Writes what the database held at one moment into files of an empty folder; see Backup. */
export async function saveDatabase(url: string, folder: string): Promise<Snapshot> {
  return (await ofDialect()).save(url, folder)
}

/**
 * Loads a snapshot into a database that has nothing yet, and brings its tables up to date. Throws a StartRefused where the database
 * has something, is of the other kind, or where the snapshot was made by a newer version of this program.
 */
export async function loadDatabase(url: string, { snapshot, ...loading }: Omit<Loading, 'migrationsFolder'>): Promise<void> {
  if (snapshot.dialect !== dialect)
    throw new StartRefused(
      `This backup is of ${snapshot.dialect}, and DATABASE_URL names ${dialect}. A backup goes back where it came from.`,
    )
  assertNotNewer(snapshot.migrations, migrationsFolder)
  await (await ofDialect()).load(url, { ...loading, snapshot, migrationsFolder })
}
