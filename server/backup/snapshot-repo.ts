// The database's part of a backup.
import { installationId } from '#drizzle/installation-id.ts'
import { openAsIs } from '#drizzle/open.ts'

export { saveDatabase, snapshotDifferences } from '#drizzle/backup.ts'

/** The id of the installation of a database, which is not migrated for it. Throws StartRefused where a SQLite file is missing. */
export async function installationOf(databaseUrl: string): Promise<string> {
  const database = await openAsIs(databaseUrl)
  try {
    return await installationId(database.db)
  } finally {
    await database.close()
  }
}
