import type { PoolClient } from 'pg'
import { changedCurrencies, notedAtOnce, type ComparedStore } from '#drizzle/catalogue/currencies.ts'
import { codesOfVariants } from '#drizzle/catalogue/postgres-schema.ts'
import type { ClashRule } from '#shared/clash-rules.ts'

/** Has the codes of products' variants compared, soon. */
export const insertUnjudged = (client: PoolClient, products: readonly string[]) =>
  client.query(`insert into catalogue.unjudged (by, code) ${codesOfVariants('v.product = any($1::bigint[])')}`, [products])

/** Keeps with which currencies codes are compared from now on. Those of stores that had others are to be compared again. */
async function keepCurrencies(client: PoolClient, currencies: ClashRule['currencies']) {
  const { rows } = await client.query<ComparedStore>('select number, store, currency from catalogue.stores')
  for (const { number, currency, isCompared } of changedCurrencies(rows, currencies))
    await client.query(`update catalogue.stores set currency = $2 ${isCompared ? ', noting = 0' : ''} where number = $1`, [
      number,
      currency,
    ])
}

/** Has some codes of a store whose currency has changed compared again. Returns whether there was one. */
export async function noteCurrencies(client: PoolClient, currencies: ClashRule['currencies']): Promise<boolean> {
  await keepCurrencies(client, currencies)
  const { rows } = await client.query<{ number: number; noting: string }>(
    'select number, noting::text as noting from catalogue.stores where noting is not null order by number limit 1',
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
