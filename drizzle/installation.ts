import type { Database } from '#drizzle/database.ts'
import { openInspection, pendingMigrations } from '#drizzle/inspection.ts'
import { openAsIs } from '#drizzle/open.ts'
import { commandText } from '#shared/commands.ts'
import { StartRefused } from '#shared/start-refused.ts'

/** Throws StartRefused where a database has no installation: DATA_DIR or DATABASE_URL may be those of another one. */
export async function assertInstalled(url: string): Promise<void> {
  if ((await (await openInspection()).applied(url)).length === 0)
    throw new StartRefused('This database has no installation yet. Is this the environment of the server, and was it started once?')
}

/**
 * Opens the database of an installation for a command, which changes none of its tables. Throws StartRefused where there is no
 * installation, where migrations are pending, and where a newer program has used it.
 */
export async function openInstallation(url: string): Promise<Database> {
  await assertInstalled(url)
  const { length: pending } = await pendingMigrations(url)
  if (pending > 0)
    throw new StartRefused(
      `The database has to be migrated first (${pending} pending). Please start the new server, or run: ${commandText('migrate')}`,
    )
  return openAsIs(url)
}
