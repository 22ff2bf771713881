import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { differencesFrom, type Backup, type Loading, type Snapshot } from '#drizzle/snapshot.ts'
import { assertThere, connect, fileOf } from '#drizzle/sqlite-connection.ts'
import { damageIn } from '#drizzle/sqlite-damage.ts'
import { StartRefused } from '#shared/start-refused.ts'

const copyIn = (folder: string) => join(folder, 'app.db')
/** SQLite's additional files. Left behind, an old log would be applied to the new database file. */
const companions = ['-wal', '-shm', '-journal']
/** The lock of migrations, which is empty. A database that is opened under its own name gets another one. */
const lockOf = (file: string) => `${file}-migration`

/**
 * Opens a file for a while. A connection that is opened as read-only would leave SQLite's additional files behind, which then belong to this
 * user instead of the server's. Throws StartRefused where the file does not exist.
 */
function opened<T>(file: string, work: (client: Sqlite.Database) => T): T {
  assertThere(file)
  const client = new Sqlite(file, { fileMustExist: true })
  try {
    return work(client)
  } finally {
    client.close()
  }
}

/** Reads a file without changing it. Throws StartRefused where it does not exist. */
export const readOnly = <T>(file: string, read: (client: Sqlite.Database) => T): T =>
  opened(file, (client) => {
    client.pragma('query_only = 1')
    return read(client)
  })

/**
 * Writes into a transaction and rolls it back, because SQLite opens a file that may only be read without an error. Throws SQLite's error where the
 * file, or a file beside it, may not be written.
 */
export const tryWriting = (file: string): void =>
  opened(file, (client) => {
    client.exec('begin immediate')
    client.pragma('user_version = 0')
    client.exec('rollback')
  })

/** The first column of all rows. */
export function texts(client: Sqlite.Database, sql: string, ...given: string[]): string[] {
  return client
    .prepare(sql)
    .pluck()
    .all(...given)
    .map(String)
}

/** Throws where a page, an index or a foreign key is damaged. */
function assertSound(client: Sqlite.Database) {
  const damage = damageIn(client)
  if (damage !== null) throw new Error(`The copy of the database is damaged: ${damage}`)
}

/** Copies a database while other processes write to it. Uses one read transaction, which blocks nobody. The backup API would restart after each write. */
export function copyTo(url: string, copy: string) {
  // SQLite counts this as a write.
  opened(fileOf(url), (client) => client.prepare('vacuum into ?').run(copy))
  chmodSync(copy, 0o600)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function describe(client: Sqlite.Database): Snapshot {
  const names = texts(client, "select name from sqlite_schema where type = 'table' and name not like '\\_\\_%' escape '\\' order by name")
  return {
    dialect: 'sqlite',
    migrations: texts(client, 'select name from __drizzle_migrations where name is not null order by id'),
    tables: names.map((name) => ({
      name,
      columns: texts(client, 'select name from pragma_table_info(?) order by cid', name),
      rows: Number(
        client
          .prepare(`select count(*) from ${quoted(name)}`)
          .pluck()
          .get(),
      ),
    })),
  }
}

/** Flushes a file, or the entries of a folder, to disk, so that they survive a power failure. */
function sync(path: string) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Migrates and settles the copy. */
async function settleCopy(file: string, { migrationsFolder, settle }: Loading) {
  const database = await connect(`file:${file}`, migrationsFolder)
  try {
    await settle(database.db)
  } finally {
    await database.close()
  }
  rmSync(lockOf(file), { force: true })
}

export const sqliteBackup: Backup = {
  async save(url, folder) {
    const copy = copyIn(folder)
    copyTo(url, copy)
    return readOnly(copy, (client) => {
      assertSound(client)
      return describe(client)
    })
  },

  async differences(folder, snapshot) {
    try {
      return readOnly(copyIn(folder), (client) => {
        const damage = damageIn(client)
        return [...(damage === null ? [] : [`the database is damaged: ${damage}`]), ...differencesFrom(snapshot, describe(client))]
      })
    } catch (error) {
      return [`the database does not open: ${error instanceof Error ? error.message : String(error)}`]
    }
  },

  async load(url, loading) {
    const file = fileOf(url)
    const taken = [file, ...companions.map((ending) => `${file}${ending}`)].find((path) => existsSync(path))
    if (taken !== undefined) throw new StartRefused(`There is a database already: ${taken}. Please stop the server and move it away first.`)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const copy = `${file}.restoring`
    const remove = () =>
      [copy, ...companions.map((ending) => `${copy}${ending}`), lockOf(copy)].forEach((path) => rmSync(path, { force: true }))
    remove()
    try {
      copyFileSync(copyIn(loading.folder), copy)
      readOnly(copy, assertSound)
      await settleCopy(copy, loading)
      sync(copy)
      renameSync(copy, file)
      sync(dirname(file))
    } catch (error) {
      remove()
      throw error
    }
  },
}
