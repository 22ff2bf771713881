import { readdirSync } from 'node:fs'
import { StartRefused } from '#shared/start-refused.ts'

/**
 * Throws a sentence where the database knows of migrations that this program lacks: a newer one has used it, and what it changed is
 * not known here. `applied`: the names of the migrations that were carried out on it.
 */
export function assertNotNewer(applied: readonly string[], migrationsFolder: string) {
  const known = new Set(readdirSync(migrationsFolder))
  const [unknown] = applied.filter((name) => !known.has(name))
  if (unknown !== undefined)
    throw new StartRefused(
      `The database was used by a newer version of this program (it holds the migration ${unknown}). Please start that version, or restore a backup from before it.`,
    )
}
