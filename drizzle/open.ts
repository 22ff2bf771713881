import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dialect } from '#drizzle/columns.ts'
import type { Database } from '#drizzle/database.ts'
import { seedRoles } from '#drizzle/seed.ts'

const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), dialect)

/**
 * Opens the database, brings its tables up to date and seeds the roles.
 * @param url `file:<path>` for SQLite, `postgres://…` for Postgres; it must be of the dialect that columns.ts found.
 */
export async function openDatabase(url: string): Promise<Database> {
  const { connect } = dialect === 'sqlite' ? await import('#drizzle/sqlite-connection.ts') : await import('#drizzle/postgres-connection.ts')
  const database = await connect(url, migrationsFolder)
  await seedRoles(database.db)
  return database
}
