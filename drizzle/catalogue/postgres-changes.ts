import type { PoolClient } from 'pg'
import type { CatalogueCopy, CopyChange, CopyChangeKind, CopyChangeQuery } from '#drizzle/catalogue/copy.ts'
import type { Compared, ProductDifference } from '#drizzle/catalogue/differences.ts'
import type { CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { changesTable, idKey } from '#drizzle/catalogue/rows.ts'

/** Changes that are removed in one statement, so that others can write between. */
const removedAtOnce = 5_000

export type ChangedProduct = { key: string; title: string; differences: readonly ProductDifference[] }

/** The variants of products by their ids, as far as they are compared. */
export async function comparedVariants(client: PoolClient, products: readonly string[]): Promise<Map<string, Compared['variants']>> {
  if (products.length === 0) return new Map()
  const { rows } = await client.query<Compared['variants'][number] & { product: string }>(
    'select product::text as product, id, title, sku, price from catalogue.variants where product = any($1::bigint[])',
    [products],
  )
  return Map.groupBy(rows, ({ product }) => product)
}

/** `store`: its own id. `currency`: of the prices. */
export type Telling = { store: string; at: number; currency: string | null }

/** Keeps what has changed of products. */
export async function insertChanges(client: PoolClient, { store, at, currency }: Telling, changed: readonly ChangedProduct[]) {
  const rows = changed.flatMap(({ key, title, differences }) => differences.map((difference) => ({ key, title, ...difference })))
  if (rows.length === 0) return
  await client.query(
    `insert into catalogue.${changesTable} (store, at, currency, key, title, kind, variant, before, after)
     select $1, $2, case when kind = 'price' then $3 end, key, title, kind, variant, before, after from json_to_recordset($4)
     as r (key text, title text, kind text, variant text, before text, after text)`,
    [store, at, currency, JSON.stringify(rows)],
  )
}

async function removeWhere({ rows }: Pick<CopyPool, 'rows'>, condition: string, value: unknown) {
  const removeSome = () =>
    rows(
      `delete from catalogue.${changesTable} where id in
       (select id from catalogue.${changesTable} where ${condition} limit ${removedAtOnce}) returning id`,
      [value],
    )
  while ((await removeSome()).length === removedAtOnce);
}

/** Removes all changes of a store. */
export const removeStoreChanges = (pool: Pick<CopyPool, 'rows'>, store: string): Promise<void> => removeWhere(pool, 'store = $1', store)

type Row = Omit<CopyChange, 'storeId' | 'productId'> & { store: string; product_id: string }

/** The conditions of a query, with its values. */
function conditionsOf({ storeIds, kinds, productId, from, until, after }: CopyChangeQuery) {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = [
    `c.store = any(${value(storeIds)})`,
    ...(kinds ? [`c.kind = any(${value(kinds)})`] : []),
    ...(productId === undefined ? [] : [`c.key = ${value(idKey(productId))}`]),
    ...(from === undefined ? [] : [`c.at >= ${value(from)}`]),
    ...(until === undefined ? [] : [`c.at < ${value(until)}`]),
    ...(after ? [`(c.at, c.id) < (${value(after.at)}, ${value(after.id)}::bigint)`] : []),
  ]
  return { conditions: conditions.join(' and '), values }
}

export const postgresChanges = ({ rows }: CopyPool): Pick<CatalogueCopy, 'changes' | 'countChanges' | 'removeChanges'> => ({
  async changes(query) {
    const { conditions, values } = conditionsOf(query)
    const found = await rows<Row>(
      `select c.id::text as id, c.store, substr(c.key, 2) as product_id, c.title, c.kind, c.variant, c.before, c.after, c.currency,
         c.at::float8 as at from catalogue.${changesTable} c
       where ${conditions} order by c.at desc, c.id desc limit ${query.limit}`,
      values,
    )
    return found.map(({ store, product_id: productId, ...change }) => ({ ...change, storeId: store, productId }))
  },

  async countChanges(storeIds, since, atMost) {
    const found = await rows<{ kind: CopyChangeKind; changes: number }>(
      `select kind, count(*)::integer as changes from (
         select c.kind from catalogue.${changesTable} c
         where c.at >= $2 and c.store = any($1) order by c.at desc limit $3
       ) latest group by kind`,
      [storeIds, since, atMost],
    )
    return new Map(found.map(({ kind, changes }) => [kind, changes]))
  },

  removeChanges: (before) => removeWhere({ rows }, 'at < $1', before),
})
