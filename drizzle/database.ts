import type { SQLiteAsyncDatabase } from 'drizzle-orm/sqlite-core'

/** The operations that both databases support. Interactive transactions and synchronous reads exist on only one and are hidden. */
export type Db = Pick<SQLiteAsyncDatabase<'async', unknown>, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$count'>

type Results<T extends readonly PromiseLike<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

export type Listener = { close(): Promise<void> }

export type Database = {
  db: Db
  /** Runs the statements in one transaction that holds the write lock from its start. Returns their results in order. */
  batch: <const T extends readonly PromiseLike<unknown>[]>(statements: (db: Db) => T) => Promise<Results<T>>
  /**
   * Calls `heard` soon after a transaction of any process has told the workers (see told.ts), and now and then without a reason. Where
   * nothing can be heard, it is called every `everyMs` milliseconds.
   */
  listen(heard: () => void, everyMs: number): Listener
  /** The dialect's own database, for better-auth's adapter. */
  native: Record<string, unknown>
  /** The size on the disk, for SQLite with the write-ahead log. */
  bytes(): Promise<number>
  close(): Promise<void>
}
