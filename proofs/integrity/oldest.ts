import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialect } from '#drizzle/dialect.ts'
import { migrationsFolder } from '#drizzle/open.ts'
import { Manifest, manifestName } from '#server/backup/manifest.ts'

const databases = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'databases')

/** The oldest released version of which there is a database. */
export function oldestVersion(): string {
  const [oldest] = readdirSync(databases).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  if (oldest === undefined) throw new Error(`there is no database in ${databases}`)
  return oldest
}

/** A backup of the oldest released version, in the current dialect. */
export const oldestBackup = (): string => join(databases, oldestVersion(), dialect)

/** Loads that backup's database as it is, without migrating it. `folder` is an empty one. */
export async function loadOldest(url: string, folder: string) {
  const source = oldestBackup()
  const { database: snapshot } = Manifest.parse(JSON.parse(readFileSync(join(source, manifestName), 'utf8')))
  const itsMigrations = join(folder, 'migrations')
  mkdirSync(itsMigrations)
  for (const name of snapshot.migrations) cpSync(join(migrationsFolder, name), join(itsMigrations, name), { recursive: true })
  const backup =
    dialect === 'sqlite'
      ? (await import('#drizzle/sqlite-backup.ts')).sqliteBackup
      : (await import('#drizzle/postgres-backup.ts')).postgresBackup
  await backup.load(url, { folder: join(source, 'database'), snapshot, migrationsFolder: itsMigrations, settle: async () => {} })
}
