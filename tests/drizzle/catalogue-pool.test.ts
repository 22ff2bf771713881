// The copy of the catalogues on Postgres with the smallest pool of connections.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresClashes } from '#drizzle/catalogue/postgres-clashes.ts'
import { openCopyPool, transaction, withoutLocks, type CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { prepareSchema } from '#drizzle/catalogue/postgres-schema.ts'
import { postgresWrites } from '#drizzle/catalogue/postgres-write.ts'
import { usualBounds } from '#drizzle/catalogue/rows.ts'
import { product, variant } from '../support/catalogue-products.ts'
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts'

const stores = ['north', 'harbor']
const currencies = new Map(stores.map((store) => [store, 'USD']))
const sold = (price: string) => product('1', { variants: [variant('1', { sku: 'MUG', price })] })
let server: PostgresServer
let pool: CopyPool
beforeAll(async () => {
  server = await startPostgres()
  await prepareSchema(server.url)
  pool = openCopyPool(server.url, 1)
  await postgresWrites(pool).write('north', [sold('1.00')], 1)
  await postgresWrites(pool).write('harbor', [sold('2.00')], 1)
})
afterAll(async () => {
  await pool.close()
  await server[Symbol.asyncDispose]()
})

test('codes are compared on the one connection that there is', { timeout: 8_000 }, async () => {
  const copy = postgresClashes(pool, usualBounds.postgres.comparedAtOnce)
  expect(await copy.judge(currencies)).toBe(true)
  expect(await Promise.all([copy.judge(currencies), copy.judge(currencies), copy.unjudged()])).toEqual([false, false, 0])
  expect(await copy.clashCodes({ by: 'sku', kinds: ['price'], after: null, limit: 10 })).toEqual(['MUG'])
})

test('reads within a transaction leave no locks on the tables of the stores', async () => {
  const locked = 'select count(*)::integer as tables from pg_locks l join pg_class c on c.oid = l.relation where c.relname ~ $1'
  const left = await pool.onOne((client) =>
    transaction(client, async () => {
      const count = async () => (await client.query<{ tables: number }>(locked, ['^products_\\d+$'])).rows[0]?.tables
      await withoutLocks(client, () => client.query('select count(*) from catalogue.products'))
      const after = await count()
      await client.query('select count(*) from catalogue.products')
      return { after, kept: await count() }
    }),
  )
  expect(left).toEqual({ after: 0, kept: 2 })
})
