// Column builders for both databases. Their types are those of SQLite; at run time, they build columns of the dialect.
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { dialect } from '#drizzle/dialect.ts'

function neutral<T>(forSqlite: T, forPostgres: unknown): T {
  return dialect === 'postgres' ? (forPostgres as T) : forSqlite
}

export const table = neutral(sqlite.sqliteTable, postgres.pgTable)
export const index = neutral(sqlite.index, postgres.index)
export const uniqueIndex = neutral(sqlite.uniqueIndex, postgres.uniqueIndex)
export const primaryKey = neutral(sqlite.primaryKey, postgres.primaryKey)
export const check = neutral(sqlite.check, postgres.check)

export const text = neutral(
  (name: string) => sqlite.text(name),
  (name: string) => postgres.text(name),
)
export const integer = neutral(
  (name: string) => sqlite.integer(name),
  (name: string) => postgres.integer(name),
)
/** Also for values above 2 billion, exact within the range of JavaScript numbers. */
export const bigint = neutral(
  (name: string) => sqlite.integer(name),
  (name: string) => postgres.bigint(name, { mode: 'number' }),
)
export const boolean = neutral(
  (name: string) => sqlite.integer(name, { mode: 'boolean' }),
  (name: string) => postgres.boolean(name),
)
export const instant = neutral(
  (name: string) => sqlite.integer(name, { mode: 'timestamp_ms' }),
  (name: string) => postgres.timestamp(name, { withTimezone: true, precision: 3, mode: 'date' }),
)
/** JSON. The reader parses it with a schema. */
export const json = neutral(
  (name: string) => sqlite.text(name, { mode: 'json' }).$type<unknown>(),
  (name: string) => postgres.jsonb(name),
)
const postgresBytes = postgres.customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const bytes = neutral(
  (name: string) => sqlite.blob(name, { mode: 'buffer' }),
  (name: string) => postgresBytes(name),
)
