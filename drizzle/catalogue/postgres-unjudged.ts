import type { PoolClient } from 'pg'
import { changedCurrencies, notedAtOnce, type ComparedStore } from '#drizzle/catalogue/currencies.ts'
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
  client.query('update catalogue.stores set noting = $2::bigint - 1 where number = $1 and noting is null', [store, first])

/** Keeps with which currencies codes are compared from now on. Those of stores that had others are to be compared again. */
export async function keepCurrencies(client: PoolClient, currencies: ClashRule['currencies']) {
  const { rows } = await client.query<ComparedStore>('select number, store, currency from catalogue.stores order by number')
  for (const { number, currency, isCompared } of changedCurrencies(rows, currencies))
    await client.query(`update catalogue.stores set currency = $2 ${isCompared ? ', noting = 0' : ''} where number = $1`, [
      number,
      currency,
    ])
}

/** Products whose codes are to be compared. `isLast`: the store has no others. */
type NotedProducts = { store: number; ids: string[]; isLast: boolean }

/** Some products of a store that is noted. Null: there is no such store. */
export async function notedProducts(client: PoolClient): Promise<NotedProducts | null> {
  const { rows } = await client.query<{ number: number; noting: string }>(
    'select number, noting::text as noting from catalogue.stores where noting is not null order by number limit 1',
  )
  const [store] = rows
  if (!store) return null
  const { rows: products } = await client.query<{ id: string }>(
    `select p.id::text as id from catalogue.products p where p.store = $1 and p.id > $2::bigint order by p.id limit ${notedAtOnce}`,
    [store.number, store.noting],
  )
  return { store: store.number, ids: products.map(({ id }) => id), isLast: products.length < notedAtOnce }
}

/** The codes of products' variants. */
export async function codesOfProducts(client: PoolClient, products: readonly string[]): Promise<{ by: ClashCode; code: string }[]> {
  const { rows } = await client.query<{ by: ClashCode; code: string }>(
    `select by, code from (${codesOfVariants('v.product = any($1::bigint[])')}) c (by, code)`,
    [products],
  )
  return rows
}

/**
 * Keeps that the codes of these products are compared. It keeps their store from being written until the end of the transaction. Returns false
 * where the store is being written: nobody knows yet which others it gets, so these will be compared again.
 */
export async function keepCompared(client: PoolClient, { store, ids, isLast }: NotedProducts): Promise<boolean> {
  const { rowCount } = await client.query('select from catalogue.stores where number = $1 for update skip locked', [store])
  if (rowCount === 0) return false
  const isMore = 'exists (select from catalogue.products where store = $1 and id > coalesce($2::bigint, noting))'
  await client.query(
    `update catalogue.stores set noting = case when not $3::boolean or ${isMore} then coalesce($2::bigint, noting) end where number = $1`,
    [store, ids.at(-1) ?? null, isLast],
  )
  return true
}
