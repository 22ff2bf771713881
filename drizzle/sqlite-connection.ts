import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Database, Db } from '#drizzle/database.ts'

/** Before 3.51.3 a write-ahead log could be reset under a reader and the database come out damaged. */
const oldestSafe = [3, 51, 3]

/** FULL: what was answered as saved survives a power cut. Each is read back, because SQLite ignores what it does not know. */
const pragmas = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, busy_timeout: 5000 } as const

function assertSafeVersion(client: Sqlite.Database) {
  const version = String(client.prepare('select sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  const difference = oldestSafe.map((least, at) => (parts[at] ?? 0) - least).find((part) => part !== 0)
  if (difference !== undefined && difference < 0) throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed`)
}

function setPragmas(client: Sqlite.Database) {
  for (const [name, value] of Object.entries(pragmas)) {
    client.pragma(`${name} = ${value}`)
    const actual: unknown = client.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`SQLite kept ${name} at ${String(actual)} instead of ${value}`)
  }
}

type Prepared = { _prepare(): { execute(): unknown } }

/** better-sqlite3 answers at once, so a statement can run inside its synchronous transaction. `_prepare` is drizzle's own path for batches. */
function runNow(statement: unknown): unknown {
  const result = (statement as Prepared)._prepare().execute()
  return typeof result === 'object' && result !== null && 'sync' in result && typeof result.sync === 'function' ? result.sync() : result
}

/** Opens a SQLite file, making it and its folder (readable by this user only) where missing, and migrates it. */
export async function connect(url: string, migrationsFolder: string): Promise<Database> {
  const file = url.replace(/^file:/, '')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const client = new Sqlite(file)
  chmodSync(file, 0o600)
  assertSafeVersion(client)
  setPragmas(client)
  const native = drizzle({ client })
  migrate(native, { migrationsFolder })
  const db = native as unknown as Db
  return {
    db,
    native: native as unknown as Record<string, unknown>,
    // `immediate` takes the write lock first: a transaction that reads and then writes would otherwise fail as busy at once.
    batch: async (statements) => client.transaction(() => statements(db).map(runNow)).immediate() as never,
    ping: async () => void client.prepare('select 1').get(),
    close: async () => void client.close(),
  }
}
