import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dialect, dialectOf } from '#drizzle/dialect.ts'
import type { Database } from '#drizzle/database.ts'
import { seedRoles } from '#drizzle/seed.ts'

/** The migrations of the database that the environment names. */
export const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), dialect)

/**
 * Opens the database, brings its tables up to date and seeds the roles.
 * @param url `file:<path>` for SQLite, `postgres://…` for Postgres. Throws where the tables were built for the other one, or for neither.
 */
export async function openDatabase(url: string): Promise<Database> {
  if (dialectOf(url) !== dialect) throw new Error(`the tables were built for ${dialect}, which the database's URL does not name`)
  const { connect } = dialect === 'sqlite' ? await import('#drizzle/sqlite-connection.ts') : await import('#drizzle/postgres-connection.ts')
  const database = await connect(url, migrationsFolder)
  await seedRoles(database.db)
  return database
}
