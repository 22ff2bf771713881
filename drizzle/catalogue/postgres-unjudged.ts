import type { PoolClient } from 'pg'
import { changedCurrencies, notedAtOnce, type ComparedStore } from '#drizzle/catalogue/currencies.ts'
import { codesOfVariants } from '#drizzle/catalogue/postgres-schema.ts'
import type { ClashRule } from '#shared/clash-rules.ts'

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

/**
 * Has the codes of some products compared, of a store whose codes are all noted. Leaves out stores that are being written, and keeps the others
 * from being written until the end of the transaction. Returns whether there was one.
 */
export async function noteSome(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ number: number; noting: string }>(
    `select number, noting::text as noting from catalogue.stores where noting is not null order by number limit 1 for update skip locked`,
  )
  const [store] = rows
  if (!store) return false
  const { rows: products } = await client.query<{ id: string }>(
    `select id::text as id from catalogue.products where store = $1 and id > $2::bigint order by id limit ${notedAtOnce}`,
    [store.number, store.noting],
  )
  const ids = products.map(({ id }) => id)
  if (ids.length > 0) await insertUnjudged(client, ids)
  const last = ids.length < notedAtOnce ? null : ids.at(-1)
  await client.query('update catalogue.stores set noting = $2 where number = $1', [store.number, last])
  return true
}
