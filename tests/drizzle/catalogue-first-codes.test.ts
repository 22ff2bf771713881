// Codes of a store that is read for the first time are compared by its products, not noted one by one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { notedAtOnce } from '#drizzle/catalogue/currencies.ts'
import { postgresClashes } from '#drizzle/catalogue/postgres-clashes.ts'
import { openCopyPool, transaction } from '#drizzle/catalogue/postgres-pool.ts'
import { prepareSchema } from '#drizzle/catalogue/postgres-schema.ts'
import { postgresWrites } from '#drizzle/catalogue/postgres-write.ts'
import { startPostgres } from '../../scripts/postgres-server.ts'
import { freshCatalogue, product, variant } from '../support/catalogue-products.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-first-codes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const currencies = new Map(['north', 'harbor'].map((store) => [store, 'USD']))
/** More than are compared at once. */
const many = 2 * notedAtOnce + 7
const sold = (first: number, count: number, price: string) =>
  Array.from({ length: count }, (_, index) => {
    const id = String(first + index)
    return product(id, { variants: [variant(id, { sku: `MUG-${id}`, price })] })
  })
const isFirst = { isFirst: true }

type Compared = Pick<CatalogueCopy, 'judge' | 'clashCodes'>
async function judge(copy: Compared) {
  while (await copy.judge(currencies));
}
const clashing = async (copy: Compared) => (await copy.clashCodes({ by: 'sku', kinds: ['price'], after: null, limit: 10 * many })).length

test('they are counted until they are compared, and all of them are, in whatever order the products come', async () => {
  await using home = await freshCatalogue(folder)
  const copy = await home.open()
  await copy.write('north', sold(1, many, '1.00'), 1, isFirst)
  await copy.write('harbor', sold(many + 1, many, '2.00').toReversed(), 1, isFirst)
  expect(await copy.unjudged()).toBe(2 * many)
  await judge(copy)
  expect(await copy.unjudged()).toBe(0)
  expect(await clashing(copy)).toBe(0)
  // Before those that were compared, and also after a comparison has begun.
  await copy.write('harbor', sold(100, many - 99, '2.00'), 2, isFirst)
  await copy.judge(currencies)
  await copy.write('harbor', sold(1, 99, '2.00'), 2, isFirst)
  await judge(copy)
  expect(await clashing(copy)).toBe(many)
  expect(await copy.unjudged()).toBe(0)
  await copy.close()
})

test('on Postgres, the comparison does not wait for a store that is being written, and comes back to it', async () => {
  await using server = await startPostgres()
  await prepareSchema(server.url)
  const pool = openCopyPool(server.url, 2)
  const [copy, { write }] = [postgresClashes(pool), postgresWrites(pool)]
  await write('harbor', sold(1, many, '2.00'), 1, isFirst)
  await write('north', sold(1, many - 1, '1.00'), 1, isFirst)
  expect(await pool.rows('select * from catalogue.unjudged')).toEqual([])
  await copy.judge(currencies)
  await pool.onOne((client) =>
    transaction(client, async () => {
      await client.query(`select from catalogue.stores where store = 'harbor' for update`)
      await judge(copy)
      expect(await copy.unjudged()).toBeGreaterThan(0)
    }),
  )
  await write('north', sold(many, 1, '1.00'), 1, isFirst)
  await judge(copy)
  expect(await clashing(copy)).toBe(many)
  expect(await copy.unjudged()).toBe(0)
  await pool.close()
})
