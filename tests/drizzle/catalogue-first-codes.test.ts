// Codes of a store that is read for the first time are compared by its products, not noted one by one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { dialect } from '#drizzle/dialect.ts'
import { usualBounds } from '#drizzle/catalogue/rows.ts'
import { postgresClashes } from '#drizzle/catalogue/postgres-clashes.ts'
import { openCopyPool, transaction, type CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { prepareSchema } from '#drizzle/catalogue/postgres-schema.ts'
import { postgresWrites } from '#drizzle/catalogue/postgres-write.ts'
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts'
import { freshCatalogue, product, variant } from '../support/catalogue-products.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-first-codes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const currencies = new Map(['north', 'harbor', 'print'].map((store) => [store, 'USD']))
const atOnce = 4
/** More than are compared at once. */
const many = 2 * usualBounds[dialect].comparedAtOnce + 7
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
  expect((await copy.uncompared()).toSorted()).toEqual(['harbor', 'north'])
  await judge(copy)
  expect(await copy.unjudged()).toBe(0)
  expect(await copy.uncompared()).toEqual([])
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

test('products of many variants are compared one by one', async () => {
  await using home = await freshCatalogue(folder)
  const copy = await home.open()
  const variants = Array.from({ length: 600 }, (_, index) => variant(String(index), { sku: `MUG-${index}`, price: '1.00' }))
  const large = (id: string, price: string) => product(id, { variants: variants.map((one) => ({ ...one, price })) })
  await copy.write('harbor', [large('1', '1.00'), large('2', '1.00')], 1, isFirst)
  await copy.write('north', [large('1', '2.00')], 1, isFirst)
  let turns = 0
  while (await copy.judge(currencies)) turns += 1
  expect(turns).toBeGreaterThanOrEqual(4)
  expect(await clashing(copy)).toBe(600)
  await copy.close()
})

describe('on Postgres', () => {
  let server: PostgresServer
  let pool: CopyPool
  beforeAll(async () => {
    server = await startPostgres()
  })
  beforeEach(async () => {
    pool = openCopyPool(server.url, 3)
    await pool.rows('drop schema if exists catalogue cascade')
    await prepareSchema(server.url)
  })
  afterEach(() => pool.close())
  afterAll(() => server[Symbol.asyncDispose]())

  /** Does something while another connection holds the rows of a statement. */
  const whileLocked = (statement: string, work: () => Promise<void>) =>
    pool.onOne((client) =>
      transaction(client, async () => {
        await client.query(`${statement} for update`)
        await work()
      }),
    )

  test('no code is noted by itself, and a store that is being written keeps no other one from being compared', async () => {
    const [copy, { write }] = [postgresClashes(pool, atOnce), postgresWrites(pool)]
    await write('harbor', sold(1, 30, '2.00'), 1, isFirst)
    await write('print', sold(1, 30, '1.00'), 1, isFirst)
    await write('north', sold(1, 30, '3.00'), 1, isFirst)
    expect(await pool.rows('select * from catalogue.unjudged')).toEqual([])
    await copy.judge(currencies)
    await whileLocked(`select from catalogue.stores where store = 'harbor'`, async () => {
      await judge(copy)
      expect(await clashing(copy)).toBe(30)
      expect(await copy.unjudged()).toBe(30)
    })
    await judge(copy)
    expect(await copy.unjudged()).toBe(0)
  })

  test('products that a store gets while its last ones are compared are compared after them', async () => {
    const [copy, { write }] = [postgresClashes(pool, atOnce), postgresWrites(pool)]
    await write('harbor', sold(1, 2, '2.00'), 1, isFirst)
    await write('north', sold(1, 4, '1.00'), 1, isFirst)
    await judge(copy)
    await write(
      'harbor',
      sold(1, 1, '3.00').map((one) => ({ ...one, title: 'Changed' })),
      2,
      isFirst,
    )
    await write('harbor', sold(3, 1, '2.00'), 2, isFirst)
    let compared = Promise.resolve(false)
    // The comparison has read which products are due, and waits to replace the clash that one of them has.
    await whileLocked('select from catalogue.clashes', async () => {
      compared = copy.judge(currencies)
      await expect.poll(() => pool.rows('select from pg_locks where not granted'), { timeout: 20_000 }).toHaveLength(1)
      await write('harbor', sold(4, 1, '2.00'), 3, isFirst)
    })
    await compared
    await judge(copy)
    expect(await clashing(copy)).toBe(4)
  })
})
