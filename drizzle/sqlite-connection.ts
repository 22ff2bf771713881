import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { betterSQLite3Codecs, drizzle as synchronous } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle, type SqliteProxyBatchItem, type SqliteProxyExecutors } from 'drizzle-orm/sqlite-proxy'
import type { Database, Db } from '#drizzle/database.ts'
import { assertNotNewer } from '#drizzle/newer.ts'
import { whenFree } from '#drizzle/sqlite-lock.ts'

/** Before 3.51.3 a write-ahead log could be reset under a reader and the database come out damaged. */
const oldestSafe = [3, 51, 3]

/** FULL: what was answered as saved survives a power cut. Each is read back, because SQLite ignores what it does not know. */
const pragmas = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 } as const

function assertSafeVersion(client: Sqlite.Database) {
  const version = String(client.prepare('select sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  const difference = oldestSafe.map((min, index) => (parts[index] ?? 0) - min).find((part) => part !== 0)
  if (difference !== undefined && difference < 0) throw new Error(`SQLite ${version} is too old; ${oldestSafe.join('.')} is needed`)
}

function setPragmas(client: Sqlite.Database) {
  for (const [name, value] of Object.entries(pragmas)) {
    client.pragma(`${name} = ${value}`)
    const actual: unknown = client.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`SQLite kept ${name} at ${String(actual)} instead of ${value}`)
  }
}

type Statement = Pick<SqliteProxyBatchItem, 'sql' | 'params' | 'method' | 'rowMode'>

function execute(client: Sqlite.Database, { sql, params, method, rowMode }: Statement) {
  const statement = client.prepare(sql)
  return method === 'run' ? statement.run(...params) : statement.raw(rowMode === 'array')[method](...params)
}

/** How drizzle reaches the file: each statement, and each batch in a transaction of its own, waits its turn without blocking. */
function executorsFor(client: Sqlite.Database): SqliteProxyExecutors {
  const run = (statement: Statement) => whenFree(() => execute(client, statement) as never)
  return {
    all: (sql, params, rowMode) => run({ sql, params, method: 'all', rowMode }),
    get: (sql, params, rowMode) => run({ sql, params, method: 'get', rowMode }),
    run: (sql, params) => run({ sql, params, method: 'run' }),
    // `immediate` takes the write lock first: a transaction that reads and then writes would otherwise fail as busy at once.
    batch: (statements) => whenFree(() => client.transaction(() => statements.map((one) => execute(client, one))).immediate()),
  }
}

const migrationLockMs = 60_000

/**
 * Migrates while no other process does: drizzle looks at what is done before it takes the write lock, and two that start together
 * would both find nothing done. The lock is that of an empty database beside the file, which the system lets go of with its process.
 */
function migrateAlone(client: Sqlite.Database, file: string, migrationsFolder: string) {
  const lock = new Sqlite(`${file}-migration`, { timeout: migrationLockMs })
  try {
    // Nobody is served yet: SQLite's own waiting may hold this thread up.
    lock.exec('begin exclusive')
    migrate(synchronous({ client }), { migrationsFolder })
  } finally {
    lock.close()
  }
  const names = client.prepare('select name from __drizzle_migrations where name is not null').pluck().all()
  assertNotNewer(names.map(String), migrationsFolder)
}

/** The file that a URL of SQLite names. */
export const fileOf = (url: string): string => url.replace(/^file:/, '')

/** Opens a SQLite file, making it and its folder (readable by this user only) where missing, and migrates it. */
export async function connect(url: string, migrationsFolder: string): Promise<Database> {
  const file = fileOf(url)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const client = new Sqlite(file)
  try {
    chmodSync(file, 0o600)
    assertSafeVersion(client)
    setPragmas(client)
    migrateAlone(client, file, migrationsFolder)
  } catch (error) {
    client.close()
    throw error
  }
  client.pragma('busy_timeout = 0')
  const native = Object.assign(drizzle(executorsFor(client), { codecs: betterSQLite3Codecs }), { $client: client })
  const db = native as unknown as Db
  return {
    db,
    native: native as unknown as Record<string, unknown>,
    batch: (statements) => native.batch(statements(db) as never),
    close: async () => void client.close(),
  }
}
