import type { PoolClient } from 'pg'
import { changedCurrencies, type ComparedStore } from '#drizzle/catalogue/currencies.ts'
import { dueAtOnce } from '#drizzle/catalogue/due.ts'
import { withoutLocks } from '#drizzle/catalogue/postgres-pool.ts'
import { codesOfVariants } from '#drizzle/catalogue/postgres-schema.ts'
import type { ClashCode, ClashRule } from '#shared/clash-rules.ts'

/** Has the codes of products' variants compared, soon. */
export const insertUnjudged = (client: PoolClient, products: readonly string[]) =>
  client.query(`insert into catalogue.unjudged (by, code) ${codesOfVariants('v.product = any($1::bigint[])')}`, [products])

/**
 * Has the codes of a store's newest products compared in the end. A first reading writes too many to note each code.
 * @param first the first of their ids. All later ones are greater.
 */
export const noteFrom = (client: PoolClient, store: number, first: string) =>
  client.query('update catalogue.stores set compared_to = $2::bigint - 1 where number = $1 and compared_to is null', [store, first])

/**
 * Keeps with which currencies codes are compared from now on. Those of stores that had others are to be compared again. Returns whether any store
 * had another one: until the end of the transaction, these cannot be written.
 */
export async function keepCurrencies(client: PoolClient, currencies: ClashRule['currencies']): Promise<boolean> {
  const { rows } = await client.query<ComparedStore>('select number, store, currency from catalogue.stores order by number')
  const changed = changedCurrencies(rows, currencies)
  for (const { number, currency, isCompared } of changed)
    await client.query(`update catalogue.stores set currency = $2 ${isCompared ? ', compared_to = 0' : ''} where number = $1`, [
      number,
      currency,
    ])
  return changed.length > 0
}

/** Products whose codes are to be compared. `isLast`: the store had no others when they were read. */
type DueProducts = { store: number; ids: string[]; isLast: boolean }

/**
 * Some products of a store whose codes are to be compared, and that nobody writes just now. Null: there is no such store. It keeps no locks, so
 * that stores can be written, or dropped, meanwhile.
 */
export const dueProducts = (client: PoolClient, atMost: number): Promise<DueProducts | null> =>
  withoutLocks(client, async () => {
    const { rows } = await client.query<{ number: number; compared_to: string }>(
      `select number, compared_to::text as compared_to from catalogue.stores
       where compared_to is not null order by number limit 1 for update skip locked`,
    )
    const [store] = rows
    if (!store) return null
    const { rows: products } = await client.query<{ id: string; variants: number }>(
      `select p.id::text as id, p.variants from catalogue.products p
       where p.store = $1 and p.id > $2::bigint order by p.id limit ${atMost}`,
      [store.number, store.compared_to],
    )
    const ids = dueAtOnce(products).map(({ id }) => id)
    return { store: store.number, ids, isLast: products.length < atMost && ids.length === products.length }
  })

/** The codes of products' variants. */
export async function codesOfProducts(client: PoolClient, products: readonly string[]): Promise<{ by: ClashCode; code: string }[]> {
  const { rows } = await client.query<{ by: ClashCode; code: string }>(
    `select by, code from (${codesOfVariants('v.product = any($1::bigint[])')}) c (by, code)`,
    [products],
  )
  return rows
}

/** Keeps that the codes of these products are compared. It waits for who writes their store, and then keeps it from being written. */
export async function keepCompared(client: PoolClient, { store, ids, isLast }: DueProducts) {
  await client.query('select from catalogue.stores where number = $1 for update', [store])
  // The store may have got others meanwhile.
  const isMore = 'exists (select from catalogue.products where store = $1 and id > coalesce($2::bigint, compared_to))'
  await client.query(
    `update catalogue.stores set compared_to = case when not $3::boolean or ${isMore} then coalesce($2::bigint, compared_to) end where number = $1`,
    [store, ids.at(-1) ?? null, isLast],
  )
}
