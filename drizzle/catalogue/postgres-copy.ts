import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { postgresChanges } from '#drizzle/catalogue/postgres-changes.ts'
import { openCopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { postgresClashes } from '#drizzle/catalogue/postgres-clashes.ts'
import { postgresReads } from '#drizzle/catalogue/postgres-read.ts'
import { prepareSchema } from '#drizzle/catalogue/postgres-schema.ts'
import { postgresSearch } from '#drizzle/catalogue/postgres-search.ts'
import { postgresWrites } from '#drizzle/catalogue/postgres-write.ts'
import type { CopyBounds } from '#drizzle/catalogue/rows.ts'

/** Opens the copy in a schema of its own, which is made where it is missing or of another form. */
export async function openPostgresCopy(url: string, { sortedAtMost, comparedAtOnce }: CopyBounds): Promise<CatalogueCopy> {
  await prepareSchema(url)
  const pool = openCopyPool(url)
  return {
    ...postgresWrites(pool),
    ...postgresReads(pool),
    ...postgresSearch(pool, sortedAtMost),
    ...postgresChanges(pool),
    ...postgresClashes(pool, comparedAtOnce),
    async identity() {
      const [row] = await pool.rows<{ identity: string }>('select identity from catalogue.form')
      return row?.identity ?? ''
    },
    async edition(storeIds) {
      const [row] = await pool.rows<{ edition: string }>(
        `select concat_ws(' ', (select identity from catalogue.form), string_agg(number || ':' || edition, ' ' order by number)) as edition
         from catalogue.stores where store = any($1)`,
        [storeIds],
      )
      return row?.edition ?? ''
    },
    async bytes() {
      const [row] = await pool.rows<{ bytes: number }>(
        `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'catalogue' and c.relkind = 'r'`,
      )
      return row?.bytes ?? 0
    },
    close: () => pool.close(),
  }
}
