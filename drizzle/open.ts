import { fileURLToPath } from 'node:url'
import { dialect, dialectOf } from '#drizzle/dialect.ts'
import type { Database } from '#drizzle/database.ts'
import { seedRoles } from '#drizzle/seed.ts'

/** The migrations of the current dialect. */
export const migrationsFolder = fileURLToPath(import.meta.resolve(`#drizzle/${dialect}`))

function connectionTo(url: string) {
  if (dialectOf(url) !== dialect) throw new Error(`the tables were built for ${dialect}, which the database's URL does not name`)
  return dialect === 'sqlite' ? import('#drizzle/sqlite-connection.ts') : import('#drizzle/postgres-connection.ts')
}

/**
 * Opens the database, migrates it and seeds the roles. Throws where the URL is not of the dialect of the tables.
 * @param url `file:<path>` for SQLite, `postgres://…` for Postgres.
 */
export async function openDatabase(url: string): Promise<Database> {
  const { connect } = await connectionTo(url)
  const database = await connect(url, migrationsFolder)
  await seedRoles(database.db)
  return database
}

/** Opens the database as it is, for a check. Queries fail where migrations are pending. Throws StartRefused where a SQLite file is missing. */
export async function openAsIs(url: string): Promise<Database> {
  const { attach } = await connectionTo(url)
  return attach(url)
}
