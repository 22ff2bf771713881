// Reads the database without migrating or changing it.
import { dialect } from '#drizzle/dialect.ts'
import type { Database } from '#drizzle/database.ts'
import { hasDatabaseCode } from '#drizzle/errors.ts'
import { missingMigrations, openInspection, unknownMigrations } from '#drizzle/inspection.ts'
import { openAsIs } from '#drizzle/open.ts'
import { NotChecked, silentDatabase } from '#server/doctor/finding.ts'

export { missingMigrations, unknownMigrations, dialect }

export const appliedMigrations = async (url: string): Promise<string[]> => (await openInspection()).applied(url)
/** Whether a database cannot be reached, or has no connection left. */
export const isAway = (error: unknown): boolean => hasDatabaseCode(error, ['DATABASE_AWAY'])

export const damageOf = async (url: string, signal: AbortSignal): Promise<string | null> => (await openInspection()).damage(url, signal)
/** The database's own time in ms since 1970. null: it has this machine's clock. */
export const clockOf = async (url: string): Promise<number | null> => (await openInspection()).clock(url)

/** Whether a copy of catalogues can be kept; see Inspection. */
export const inspectCatalogue = async (url: string) => (await openInspection()).catalogue(url)

/** Why nothing can be written, in a sentence without its end. null: it can. */
export const writeRefusalOf = async (url: string): Promise<string | null> => (await openInspection()).writeRefusal(url)

/** The database's answer to its first question. Throws NotChecked where there is none. */
export const answered = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch(() => {
    throw silentDatabase()
  })

/** Opens a database that has exactly the migrations of this program. Throws NotChecked otherwise, because queries would fail. */
export async function openReady(url: string, applied: readonly string[]): Promise<Database> {
  if (applied.length === 0) throw new NotChecked('the database has no tables yet.')
  if (missingMigrations(applied).length > 0) throw new NotChecked('the database has to be migrated first.')
  if (unknownMigrations(applied).length > 0) throw new NotChecked('the database belongs to a newer version.')
  return openAsIs(url)
}
