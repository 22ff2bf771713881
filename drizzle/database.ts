import type { SQLiteAsyncDatabase } from 'drizzle-orm/sqlite-core'

/** What both databases can do. The rest (interactive transactions, synchronous reads) exists on one only and is hidden. */
export type Db = Pick<SQLiteAsyncDatabase<'async', unknown>, 'select' | 'insert' | 'update' | 'delete' | '$count'>

type Results<T extends readonly PromiseLike<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

export type Database = {
  db: Db
  /** Runs the statements in one transaction that holds the write lock from its start, and answers their results in order. */
  batch: <const T extends readonly PromiseLike<unknown>[]>(statements: (db: Db) => T) => Promise<Results<T>>
  /** What better-auth's adapter is given: the dialect's own database. */
  native: Record<string, unknown>
  close(): Promise<void>
}
