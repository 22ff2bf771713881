import { readdirSync } from 'node:fs'
import { StartRefused } from '#shared/start-refused.ts'

/**
 * Throws StartRefused where the database has migrations that this program does not know, because a newer version has changed it. `applied`:
 * the names of the database's migrations.
 */
export function assertNotNewer(applied: readonly string[], migrationsFolder: string) {
  const known = new Set(readdirSync(migrationsFolder))
  const [unknown] = applied.filter((name) => !known.has(name))
  if (unknown !== undefined)
    throw new StartRefused(
      `The database was used by a newer version of this program (it holds the migration ${unknown}). Please start that version, or restore a backup from before it.`,
    )
}
