import { sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'

/**
 * The condition that a row is among the selected ones, and that no other transaction changes it just now. Without it, Postgres waits for the
 * other one, and then keeps a lock on a row that it does not change, until both may wait for each other. SQLite has one writer at a time.
 * The selection may have a limit: rows that others change do not count.
 */
export const notLocked = (id: Column, selected: SQLWrapper): SQL =>
  // Postgres makes an array once. It may run a subselect of `in` again for each row, and then a limit would hold for each of these runs.
  dialect === 'postgres' ? sql`${id} = any(array(${selected.getSQL()} for update skip locked))` : sql`${id} in (${selected.getSQL()})`
