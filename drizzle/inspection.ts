import { readMigrationFiles } from 'drizzle-orm/migrator'
import { dialect } from '#drizzle/dialect.ts'
import { assertNotNewer } from '#drizzle/newer.ts'
import { migrationsFolder } from '#drizzle/open.ts'

export type Migration = { name: string; statements: readonly string[] }

/** What is read from a database without changing it. Each dialect implements it. Each call opens its own connection. */
export type Inspection = {
  /** The names of the applied migrations, oldest first. Empty: the database has no tables yet. */
  applied(url: string): Promise<string[]>
  /** Why nothing can be written, in a sentence without its end. null: it can. It writes nothing. */
  writeRefusal(url: string): Promise<string | null>
  /** Describes the first damage. null: none was found. */
  damage(url: string, signal: AbortSignal): Promise<string | null>
  /** The database's own time in ms since 1970. null: it has this machine's clock. */
  clock(url: string): Promise<number | null>
  /** Why no copy of catalogues can be kept, in a sentence without its end, and whether words are found in it by an index. null: it can. */
  catalogue(url: string): Promise<{ refusal: string | null; isWordIndexed: boolean }>
  /** Applies migrations to a copy, or in a transaction that is rolled back. Throws the error of the first statement that fails. */
  rehearse(url: string, pending: readonly Migration[]): Promise<void>
}

/** The reads of the current dialect. */
export const openInspection = async (): Promise<Inspection> =>
  dialect === 'sqlite'
    ? (await import('#drizzle/sqlite-inspection.ts')).sqliteInspection
    : (await import('#drizzle/postgres-inspection.ts')).postgresInspection

function knownMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder }).map(({ name, sql }) => ({
    name,
    statements: sql.map((statement) => statement.trim()).filter((statement) => statement !== ''),
  }))
}

/** The names of this program's migrations that a database lacks. `applied`: those that it has. */
export const missingMigrations = (applied: readonly string[]): string[] =>
  knownMigrations().flatMap(({ name }) => (applied.includes(name) ? [] : name))

/** The names of applied migrations that this program does not know. */
export function unknownMigrations(applied: readonly string[]): string[] {
  const known = new Set(knownMigrations().map(({ name }) => name))
  return applied.filter((name) => !known.has(name))
}

/** The migrations that the next start applies, oldest first. Throws StartRefused where a newer program has used the database. */
export async function pendingMigrations(url: string): Promise<Migration[]> {
  const applied = await (await openInspection()).applied(url)
  assertNotNewer(applied, migrationsFolder)
  return knownMigrations().filter(({ name }) => !applied.includes(name))
}

/** Tries migrations without changing the database; see Inspection. */
export async function rehearseMigrations(url: string, pending: readonly Migration[]): Promise<void> {
  await (await openInspection()).rehearse(url, pending)
}
