import type { Client } from 'pg'

/** The user of the database may not make the tables of the copy, or may not use those that are there. */
export class CopyRefused extends Error {
  readonly code = 'CATALOGUE_REFUSED'
}

/** What the copy would need, as the server's log and the doctor tell it. null: it has all. Changes nothing, and makes no error in Postgres' log. */
export async function copyRefusal(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string; database: string; is_there: boolean; may: boolean }>(
    `select quote_ident(current_user) as name, current_database() as database, n.oid is not null as is_there,
       case when n.oid is null then has_database_privilege(current_database(), 'create')
         else has_schema_privilege(n.oid, 'create') and has_schema_privilege(n.oid, 'usage') end as may
     from (values (1)) one left join pg_namespace n on n.nspname = 'catalogue'`,
  )
  const [row] = rows
  if (!row || row.may) return null
  const mend = row.is_there ? `alter schema catalogue owner to ${row.name}` : `create schema catalogue authorization ${row.name}`
  return `The copy of the catalogues needs a schema of its own in the database ${row.database}: let its administrator run “${mend}”`
}

/** Whether words are found by an index. Without the tables: whether they would be. */
export async function isWordIndexed(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_made: boolean; has_index: boolean; may: boolean }>(
    `select exists (select 1 from pg_tables where schemaname = 'catalogue' and tablename = 'form') as is_made,
       exists (select 1 from pg_indexes where schemaname = 'catalogue' and tablename = 'products' and indexdef like '% gin (%') as has_index,
       exists (select 1 from pg_extension where extname = 'pg_trgm') or has_database_privilege(current_database(), 'create')
         and exists (select 1 from pg_available_extensions where name = 'pg_trgm') as may`,
  )
  const [row] = rows
  return row !== undefined && (row.is_made ? row.has_index : row.may)
}
