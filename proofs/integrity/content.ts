import { dialect } from '#drizzle/dialect.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { readOnly, texts } from '#drizzle/sqlite-backup.ts'
import { fileOf } from '#drizzle/sqlite-connection.ts'

/** When a migration was applied is the only thing that differs between two equal databases. */
const migrations = '__drizzle_migrations'
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const inSqlite = (file: string): string[] =>
  readOnly(file, (client) => {
    const columnsOf = (table: string) =>
      texts(client, "select name from pragma_table_info(?) where name <> 'applied_at' order by cid", table)
    const rowsOf = (table: string) =>
      texts(client, `select json_array(${columnsOf(table).map(quoted).join(', ')}) from ${quoted(table)}`).toSorted()
    const tables = texts(client, "select name from sqlite_schema where type = 'table' order by name")
    return [
      ...texts(client, 'select name || coalesce(sql, type) from sqlite_schema order by name'),
      ...tables.flatMap((table) => rowsOf(table).map((row) => `${table} ${row}`)),
    ]
  })

const inPostgres = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const lines = async (sql: string) => (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line)
    const tables = await lines("select tablename as line from pg_tables where schemaname = 'public' order by 1")
    const schema = [
      "select concat_ws(' ', table_name, column_name, ordinal_position, data_type, is_nullable, column_default) as line from information_schema.columns where table_schema = 'public' order by 1",
      "select indexdef as line from pg_indexes where schemaname = 'public' order by 1",
      "select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace order by 1",
      `select name || hash as line from drizzle.${migrations} order by id`,
    ]
    const rows = tables.map(
      (table) => `select '${table} ' || row::text as line from ${quoted(table)} as row order by row::text collate "C"`,
    )
    const found: string[] = []
    for (const sql of [...schema, ...rows]) found.push(...(await lines(sql)))
    return found
  })

/** The schema and all rows of a database, one text each, in an order that equal databases share. */
export const contentOf = async (url: string): Promise<string[]> => (dialect === 'sqlite' ? inSqlite(fileOf(url)) : inPostgres(url))
