// Codes of a store that is read for the first time are compared by its products, on Postgres.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notedAtOnce } from '#drizzle/catalogue/currencies.ts'
import { postgresClashes } from '#drizzle/catalogue/postgres-clashes.ts'
import { openCopyPool, transaction, type CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { prepareSchema } from '#drizzle/catalogue/postgres-schema.ts'
import { postgresWrites } from '#drizzle/catalogue/postgres-write.ts'
import { product, variant } from '../support/catalogue-products.ts'
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts'

const stores = ['north', 'harbor']
const currencies = new Map(stores.map((store) => [store, 'USD']))
/** More than are compared at once. */
const many = 2 * notedAtOnce + 7
const sold = (first: number, count: number, price: string) =>
  Array.from({ length: count }, (_, index) => {
    const id = String(first + index)
    return product(id, { variants: [variant(id, { sku: `MUG-${id}`, price })] })
  })

let server: PostgresServer
let pool: CopyPool
beforeAll(async () => {
  server = await startPostgres()
  await prepareSchema(server.url)
  pool = openCopyPool(server.url, 2)
})
afterAll(async () => {
  await pool.close()
  await server[Symbol.asyncDispose]()
})

const write = (store: string, products: ReturnType<typeof sold>) => postgresWrites(pool).write(store, products, 1, { isFirst: true })
async function judge() {
  while (await postgresClashes(pool).judge(currencies));
}
const clashing = async () => (await postgresClashes(pool).clashCodes({ by: 'sku', kinds: ['price'], after: null, limit: 10 * many })).length

test('they are noted nowhere one by one, counted until they are compared, and all of them are', async () => {
  await write('north', sold(1, many, '1.00'))
  await write('harbor', sold(1, many, '2.00'))
  expect(await pool.rows('select * from catalogue.unjudged')).toEqual([])
  expect(await postgresClashes(pool).unjudged()).toBe(2 * many)
  await judge()
  expect(await clashing()).toBe(many)
  expect(await postgresClashes(pool).unjudged()).toBe(0)
})

test('the comparison does not wait for a store that is being written, and comes back to it', async () => {
  await write('harbor', sold(many + 1, 2, '2.00'))
  await write('north', sold(many + 1, 1, '1.00'))
  await pool.onOne((client) =>
    transaction(client, async () => {
      await client.query(`select from catalogue.stores where store = 'harbor' for update`)
      await judge()
      expect(await postgresClashes(pool).unjudged()).toBeGreaterThan(0)
    }),
  )
  await write('north', sold(many + 2, 1, '1.00'))
  await judge()
  expect(await clashing()).toBe(many + 2)
  expect(await postgresClashes(pool).unjudged()).toBe(0)
})
