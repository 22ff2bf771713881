// Reads the database without migrating or changing it.
import { dialect } from '#drizzle/dialect.ts'
import type { Database } from '#drizzle/database.ts'
import { missingMigrations, openInspection, unknownMigrations } from '#drizzle/inspection.ts'
import { openAsIs } from '#drizzle/open.ts'
import { NotChecked } from '#server/doctor/finding.ts'

export { missingMigrations, unknownMigrations, dialect }

export const appliedMigrations = async (url: string): Promise<string[]> => (await openInspection()).applied(url)
export const damageOf = async (url: string, signal: AbortSignal): Promise<string | null> => (await openInspection()).damage(url, signal)
/** The database's own time in ms since 1970. null: it has this machine's clock. */
export const clockOf = async (url: string): Promise<number | null> => (await openInspection()).clock(url)

/** Whether a copy of catalogues can be kept; see Inspection. */
export const inspectCatalogue = async (url: string) => (await openInspection()).catalogue(url)

/** Opens a database that has exactly the migrations of this program. Throws NotChecked otherwise, because queries would fail. */
export async function openReady(url: string, applied: readonly string[]): Promise<Database> {
  if (applied.length === 0) throw new NotChecked('the database has no tables yet.')
  if (missingMigrations(applied).length > 0) throw new NotChecked('the database has to be migrated first.')
  if (unknownMigrations(applied).length > 0) throw new NotChecked('the database belongs to a newer version.')
  return openAsIs(url)
}
