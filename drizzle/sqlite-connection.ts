import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { betterSQLite3Codecs, drizzle as synchronous } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle, type SqliteProxyBatchItem, type SqliteProxyExecutors } from 'drizzle-orm/sqlite-proxy'
import { LRUCache } from 'lru-cache'
import type { Database, Db } from '#drizzle/database.ts'
import { codesOf } from '#drizzle/errors.ts'
import { assertNotNewer } from '#drizzle/newer.ts'
import { listenToFile } from '#drizzle/sqlite-listener.ts'
import { whenFree } from '#drizzle/sqlite-lock.ts'
import { StartRefused } from '#shared/start-refused.ts'

/** Before 3.51.3, the write-ahead log could be reset during a read, which damaged the database. */
const oldestSafe = [3, 51, 3]

/** `synchronous` 2 is FULL: confirmed writes survive a power failure. Each value is read back, because SQLite ignores unknown ones. */
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

/** More than the product has. Lists of values make further ones, one for each length. */
const preparedAtMost = 500

/** Prepares each statement once. SQLite itself prepares it again where the tables have changed. */
function preparing(client: Sqlite.Database): (sql: string) => Sqlite.Statement {
  const prepared = new LRUCache<string, Sqlite.Statement>({ max: preparedAtMost })
  return (sql) => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = client.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
}

type Prepare = ReturnType<typeof preparing>
type Statement = Pick<SqliteProxyBatchItem, 'sql' | 'params' | 'method' | 'rowMode'>

function execute(prepare: Prepare, { sql, params, method, rowMode }: Statement) {
  const statement = prepare(sql)
  return method === 'run' ? statement.run(...params) : statement.raw(rowMode === 'array')[method](...params)
}

/**
 * Runs drizzle's statements on the file. Each statement, and each batch in a separate transaction, waits for the lock without blocking the
 * thread.
 */
function executorsFor(client: Sqlite.Database): SqliteProxyExecutors {
  const prepare = preparing(client)
  const run = (statement: Statement) => whenFree(() => execute(prepare, statement) as never)
  return {
    all: (sql, params, rowMode) => run({ sql, params, method: 'all', rowMode }),
    get: (sql, params, rowMode) => run({ sql, params, method: 'get', rowMode }),
    run: (sql, params) => run({ sql, params, method: 'run' }),
    // `immediate` takes the write lock first. A transaction that reads before it writes could otherwise fail as busy at once.
    batch: (statements) => whenFree(() => client.transaction(() => statements.map((one) => execute(prepare, one))).immediate()),
  }
}

const migrationLockMs = 60_000

/**
 * Migrates while no other process does. drizzle reads the applied migrations before it takes the write lock, so two processes that start
 * together would both run all of them. The lock is an exclusive transaction on an empty database beside the file; the system releases it
 * when the process ends.
 */
function migrateAlone(client: Sqlite.Database, file: string, migrationsFolder: string) {
  const lock = new Sqlite(`${file}-migration`, { timeout: migrationLockMs })
  try {
    // No calls are served yet, so SQLite's own wait may block the thread.
    lock.exec('begin exclusive')
    migrate(synchronous({ client }), { migrationsFolder })
  } finally {
    lock.close()
  }
  const names = client.prepare('select name from __drizzle_migrations where name is not null').pluck().all()
  assertNotNewer(names.map(String), migrationsFolder)
}

/** The file of a SQLite URL. */
export const fileOf = (url: string): string => url.replace(/^file:/, '')

/** The size of a file. 0: there is none. SQLite removes and creates its write-ahead log as it needs it. */
async function bytesOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

/** Opens a file, creating it where it is missing, and prepares it before its first use. */
function opened(file: string, prepare: (client: Sqlite.Database) => void): Database {
  const client = new Sqlite(file)
  try {
    assertSafeVersion(client)
    setPragmas(client)
    prepare(client)
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
    listen: (heard, everyMs) => listenToFile(client, heard, everyMs),
    bytes: async () => (await Promise.all([file, `${file}-wal`].map(bytesOf))).reduce((sum, bytes) => sum + bytes, 0),
    close: async () => void client.close(),
  }
}

/** Whether the file exists. Throws StartRefused where this user may not know. */
export function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw new StartRefused(`${file} may not be read by this user (${codesOf(error).join()}).`)
  }
}

/** Throws StartRefused where the file does not exist, or where this user may not know. */
export function assertThere(file: string) {
  if (!isThere(file)) throw new StartRefused(`There is no database at ${file}.`)
}

/** Opens a SQLite file and migrates it. Creates the file and its folder, readable only by this user, where they are missing. */
export async function connect(url: string, migrationsFolder: string): Promise<Database> {
  const file = fileOf(url)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return opened(file, (client) => {
    chmodSync(file, 0o600)
    migrateAlone(client, file, migrationsFolder)
  })
}

/** Opens a SQLite file without migrating it. Throws StartRefused where it does not exist. */
export async function attach(url: string): Promise<Database> {
  const file = fileOf(url)
  assertThere(file)
  return opened(file, () => {})
}
