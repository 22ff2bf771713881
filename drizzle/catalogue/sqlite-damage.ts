// A damaged file of the copy is emptied in its place, and keeps what can still be read of what has changed. It is never removed: SQLite removes the log
// beside a file by its name, so that whoever still had the old file open would take the log of the new one away, and go on writing where nobody reads.
import { fsyncSync, openSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { changesTable } from '#drizzle/catalogue/rows.ts'
import { codesOf } from '#drizzle/errors.ts'

/** `changes`: how many were kept. `isWhole`: whether all could be read. */
export type CopyDamage = { changes: number; isWhole: boolean }

/** Changes that are in memory at once. Of more, the oldest are lost. */
const savedAtMost = 100_000

export const isDamage = (error: unknown): boolean => codesOf(error).some((code) => /^SQLITE_(CORRUPT|NOTADB)/.test(code))

/** Puts the first page of an empty database in the place of one that is none, which SQLite would not open. */
export function writeFirstPage(file: string) {
  const empty = new Sqlite(':memory:')
  empty.exec('create table first (page); drop table first; vacuum')
  const page = empty.serialize()
  empty.close()
  // These two bytes say that there is a log.
  page.fill(2, 18, 20)
  // It stays open: closing it would end the locks that other connections of this process have on the file.
  const opened = openSync(file, 'r+')
  writeSync(opened, page, 0, page.length, 0)
  fsyncSync(opened)
}

type Change = { id: number } & Record<string, unknown>

/** Adds the changes that can be read, from one end. Returns whether those were all. */
function readFrom(client: Sqlite.Database, direction: 'asc' | 'desc', found: Map<number, Change>): boolean {
  try {
    const rows = client.prepare<[], Change>(`select * from ${changesTable} order by id ${direction} limit ${savedAtMost + 1}`)
    for (const row of rows.iterate()) {
      if (found.size >= savedAtMost) return false
      found.set(row.id, row)
    }
    return true
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return false
  }
}

/** The last id that a change has had. Null: it cannot be read. */
function lastId(client: Sqlite.Database): number | null {
  try {
    return client.prepare<[string], { seq: number }>('select seq from sqlite_sequence where name = ?').get(changesTable)?.seq ?? null
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return null
  }
}

function putBack(client: Sqlite.Database, changes: readonly Change[], last: number | null) {
  const [first] = changes
  const names = Object.keys(first ?? {})
  client
    .transaction(() => {
      if (first) {
        // What damage has changed may not fit any more.
        const add = client.prepare(
          `insert or ignore into ${changesTable} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
        )
        for (const change of changes) add.run(change)
      }
      if (last === null) return
      client
        .prepare('insert into sqlite_sequence (name, seq) select ?, 0 where not exists (select 1 from sqlite_sequence where name = ?)')
        .run(changesTable, changesTable)
      client.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?').run(last, changesTable)
    })
    .immediate()
}

/**
 * Empties a damaged file, so that other connections to it stay right. VACUUM writes all pages anew and reads none of a forgotten table.
 * @param makeTables makes all tables in the empty file
 */
export function makeAnew(client: Sqlite.Database, makeTables: (client: Sqlite.Database) => void): CopyDamage {
  const found = new Map<number, Change>()
  const isWhole = readFrom(client, 'desc', found) || (readFrom(client, 'asc', found), false)
  const last = lastId(client)
  client.unsafeMode(true)
  try {
    client.pragma('writable_schema = 1')
    client.exec('delete from sqlite_schema')
    client.pragma('writable_schema = reset')
    client.exec('vacuum')
  } finally {
    client.unsafeMode(false)
  }
  makeTables(client)
  putBack(
    client,
    [...found.values()].toSorted((one, other) => one.id - other.id),
    last,
  )
  return { changes: found.size, isWhole }
}
