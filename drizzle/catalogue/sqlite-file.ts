import { randomInt } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { changesTable } from '#drizzle/catalogue/rows.ts'
import { isDamage, makeAnew, writeFirstPage, type CopyDamage } from '#drizzle/catalogue/sqlite-damage.ts'
import { sqliteChangeTables, sqliteEarlierChanges, sqliteForm, sqliteTables } from '#drizzle/catalogue/sqlite-schema.ts'
import { codesOf } from '#drizzle/errors.ts'
import { whenFree } from '#drizzle/sqlite-lock.ts'

/** Runs statements, each of which is prepared once. */
export type Statements = {
  all<T>(sql: string, given?: Record<string, unknown>): T[]
  /** The first column, of a statement that selects row ids: a fifth of the time of rows. */
  ids(sql: string, given?: Record<string, unknown>): number[]
  /** Returns the row id of the row that was inserted last. */
  run(sql: string, given?: Record<string, unknown>): number | bigint
}

/** A file of the copy, shared with other threads and processes. */
export type CopyFile = {
  /** Runs reads. */
  read<T>(work: (statements: Statements) => T): Promise<T>
  /** Runs a transaction that has the write lock from its start. */
  write<T>(work: (statements: Statements) => T): Promise<T>
  /** Another one after the file was emptied. */
  identity(): Promise<string>
  /** Another one after each transaction that writes, of any thread or process. */
  edition(): Promise<string>
  bytes(): Promise<number>
  close(): void
}

/** Told once the file was found damaged and emptied. */
export type OnDamage = (damage: CopyDamage) => void

const lockMs = 60_000

/**
 * Of the connection of this thread. People's reads are in the main thread. The thread of the workers writes each page soon after it has read it, so
 * that more would only take memory. The rest of the file is in the system's own cache.
 */
const cacheKibibytes = isMainThread ? 16_384 : 8_192

/**
 * Pages that the log has before they are copied into the file: 32 MB. A filling changes the same pages of the indexes again and again, and each of
 * them is copied once.
 */
const logPages = 8_000

/** Filters and sorts make one statement for each of their combinations. */
const preparedAtMost = 300

/**
 * Makes a file for this user alone, unless it is there. SQLite gives the files beside it the same rights. One that is there is not opened: closing it
 * would end the locks that other connections of this process have on it, and the next process that closes the file would remove its log.
 */
function makePrivate(file: string) {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!codesOf(error).includes('EEXIST')) throw error
  }
  chmodSync(file, 0o600)
}

function connectionTo(file: string): Sqlite.Database {
  makePrivate(file)
  const client = new Sqlite(file)
  try {
    client.pragma('journal_mode = wal')
    // A power failure may take the last writes. They are read from the shop again.
    client.pragma('synchronous = normal')
    client.pragma(`cache_size = -${cacheKibibytes}`)
    client.pragma(`wal_autocheckpoint = ${logPages}`)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

const numberOf = (client: Sqlite.Database, name: string) => Number(client.pragma(name, { simple: true }))

/** Makes the tables in place of those that are there, but for the changes, which stay. The application's id tells one filling from another. */
function makeTables(client: Sqlite.Database) {
  const names = client
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite@_%' escape '@' and name <> '${changesTable}'
       order by sql like '%virtual%' desc`,
    )
    .pluck()
  const isEarlier = numberOf(client, 'user_version') === sqliteEarlierChanges.form
  client
    .transaction(() => {
      for (const statement of sqliteChangeTables) client.exec(statement)
      if (isEarlier) client.exec(sqliteEarlierChanges.statement)
      for (const name of names.all()) client.exec(`drop table if exists "${String(name)}"`)
      for (const statement of sqliteTables) client.exec(statement)
      client.pragma(`application_id = ${randomInt(1, 0x7f_ff_ff_ff)}`)
      client.pragma(`user_version = ${sqliteForm}`)
    })
    .immediate()
}

/** Does what two processes must not do at once. The lock is as that of the migrations: a transaction on an empty file beside. */
function alone<T>(file: string, work: () => T): T {
  makePrivate(`${file}-opening`)
  const lock = new Sqlite(`${file}-opening`, { timeout: lockMs })
  try {
    lock.exec('begin exclusive')
    return work()
  } finally {
    lock.close()
  }
}

/** Connects to the file, and gives it its tables where it has none, or others. */
function connectPrepared(file: string): Sqlite.Database {
  const client = connectionTo(file)
  try {
    if (numberOf(client, 'user_version') !== sqliteForm) makeTables(client)
    client.prepare('select count(*) from sqlite_schema').get()
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** Connects to a damaged file and empties it. */
function connectAnew(file: string): { client: Sqlite.Database; damage: CopyDamage } {
  try {
    connectionTo(file).close()
  } catch (error) {
    if (!isDamage(error)) throw error
    writeFirstPage(file)
  }
  const client = connectionTo(file)
  try {
    client.pragma(`busy_timeout = ${lockMs}`)
    return { client, damage: makeAnew(client, makeTables) }
  } catch (error) {
    client.close()
    throw error
  }
}

/** As connectPrepared. A file that is damaged is emptied. */
const connectSound = (file: string, onDamage: OnDamage): Sqlite.Database =>
  alone(file, () => {
    try {
      return connectPrepared(file)
    } catch (error) {
      if (!isDamage(error)) throw error
      const { client, damage } = connectAnew(file)
      onDamage(damage)
      return client
    }
  })

function statementsOf(client: Sqlite.Database): Statements {
  const prepared = new LRUCache<string, Sqlite.Statement>({ max: preparedAtMost })
  const prepare = (sql: string, isPlucked = false) => {
    const key = `${isPlucked ? 'ids' : 'rows'} ${sql}`
    const known = prepared.get(key) ?? (isPlucked ? client.prepare(sql).pluck() : client.prepare(sql))
    prepared.set(key, known)
    return known
  }
  return {
    all: <T>(sql: string, given: Record<string, unknown> = {}) => prepare(sql).all(given) as T[],
    ids: (sql, given = {}) => prepare(sql, true).all(given) as number[],
    run: (sql, given = {}) => prepare(sql).run(given).lastInsertRowid,
  }
}

const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0

/**
 * Opens the file, for this user alone. Creates it and its folder where they are missing. A damaged file, or one of another form, becomes an
 * empty one, also where the damage shows later, but for what has changed.
 */
export function openCopyFile(file: string, onDamage: OnDamage): CopyFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const client = connectSound(file, onDamage)
  client.pragma('busy_timeout = 0')
  const statements = statementsOf(client)
  let filling = numberOf(client, 'application_id')
  const identity = client.prepare('pragma application_id').pluck()
  // It tells of the writes of all other connections, and not of this one's.
  const othersWrites = client.prepare('pragma data_version').pluck()
  let ownWrites = 0

  /** The filling that the file has. Null: it has no readable one. */
  function currentFilling(): number | null {
    try {
      return numberOf(client, 'application_id') || null
    } catch (error) {
      if (!isDamage(error)) throw error
      writeFirstPage(file)
      return null
    }
  }

  /** Empties the damaged file, unless another connection has done so. */
  function heal() {
    alone(file, () => {
      const found = currentFilling()
      if (found === null || found === filling) {
        client.pragma(`busy_timeout = ${lockMs}`)
        onDamage(makeAnew(client, makeTables))
        ownWrites += 1
        client.pragma('busy_timeout = 0')
      }
      filling = numberOf(client, 'application_id')
    })
  }
  async function sound<T>(work: () => T): Promise<T> {
    try {
      return await whenFree(work)
    } catch (error) {
      if (!isDamage(error)) throw error
      heal()
      return whenFree(work)
    }
  }
  return {
    read: (work) => sound(() => work(statements)),
    write: (work) =>
      sound(() => {
        const written = client.transaction(() => work(statements)).immediate()
        ownWrites += 1
        return written
      }),
    edition: () => sound(() => `${String(othersWrites.get())} ${ownWrites}`),
    identity: () => sound(() => String(identity.get())),
    bytes: async () => (await Promise.all([file, `${file}-wal`].map(sizeOf))).reduce((sum, bytes) => sum + bytes, 0),
    close: () => void client.close(),
  }
}
