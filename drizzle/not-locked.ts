import { sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'

const locking = sql.raw(dialect === 'postgres' ? ' for update skip locked' : '')

/**
 * The condition that a row is among the selected ones, and that no other transaction changes it just now. Without it, Postgres waits for the
 * other one, and then keeps a lock on a row that it does not change, until both may wait for each other. SQLite has one writer at a time.
 */
export const notLocked = (id: Column, selected: SQLWrapper): SQL => sql`${id} in (${selected.getSQL()}${locking})`
