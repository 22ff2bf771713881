// Lists of the copy on Postgres that are read along the indexes of their sort.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { withClient } from '#drizzle/postgres-connection.ts'
import { openCopyPool, type CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { prepareSchema } from '#drizzle/catalogue/postgres-schema.ts'
import { postgresSearch } from '#drizzle/catalogue/postgres-search.ts'
import { postgresWrites } from '#drizzle/catalogue/postgres-write.ts'
import { list, product, variant } from '../support/catalogue-products.ts'
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts'

let server: PostgresServer
let pool: CopyPool
beforeAll(async () => {
  server = await startPostgres()
  await prepareSchema(server.url)
  pool = openCopyPool(server.url)
})
beforeEach(() => postgresWrites(pool).drop('shop'))
afterAll(async () => {
  await pool.close()
  await server[Symbol.asyncDispose]()
})

const stocked = (id: string, ...stocks: (number | null)[]) =>
  product(id, { variants: stocks.map((stock, index) => variant(`${id}${index}`, { stock })) })
const write = (products: readonly ReturnType<typeof product>[], readAt = 1) => postgresWrites(pool).write('shop', products, readAt)
const byStock = { ...list, sort: 'stock', reverse: false, storeIds: ['shop'] } as const

/** A copy that walks nearly every list, and does something after each statement that reads a part of one. */
const walking = (then: (sql: string, values: readonly unknown[]) => Promise<void>) =>
  postgresSearch(
    {
      ...pool,
      async rows<T extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []) {
        const found = await pool.rows<T>(sql, values)
        if (sql.includes('order by p.stock')) await then(sql, values)
        return found
      },
    },
    2,
  )

test('a product whose value becomes empty while a page is read is on it once, and the page is full', async () => {
  await write([stocked('1', 1), stocked('2', 2), stocked('3', null), stocked('4', null), stocked('5', null)])
  let isDue = true
  const { search } = walking(async () => {
    if (isDue) await write([stocked('2', null)], 2)
    isDue = false
  })
  const first = await search({ ...byStock, limit: 4 })
  expect(first.found.map(({ productId }) => productId)).toEqual(['1', '2', '3', '4'])
  expect((await search({ ...byStock, limit: 4, after: first.next })).found.map(({ productId }) => productId)).toEqual(['5'])
})

const Plan = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.json() })) }))

/** Looks through a plan for the rows that were read in vain. */
function rowsRemoved(plan: z.infer<ReturnType<typeof z.json>>): number {
  if (plan === null || typeof plan !== 'object') return 0
  const own = Array.isArray(plan) ? 0 : Number(plan['Rows Removed by Filter'] ?? 0)
  return own + Object.values(plan).reduce<number>((sum, part) => sum + rowsRemoved(part), 0)
}

test('what is in stock is listed by its stock without reading what is out of it', async () => {
  const out = Array.from({ length: 3_000 }, (_, index) => stocked(String(index + 1_000), -(index % 9)))
  for (let from = 0; from < out.length; from += 500) await write(out.slice(from, from + 500))
  await write([stocked('1', -7, 5), stocked('2', 3), stocked('3', 1), stocked('4', null)])
  await withClient(server.url, (client) => client.query('vacuum analyze catalogue.products'))
  let removed = 0
  const { search } = walking(async (sql, values) => {
    const [row] = Plan.parse(await pool.rows(`explain (analyze, format json) ${sql}`, values))
    removed += rowsRemoved(row?.['QUERY PLAN'][0]?.Plan ?? null)
  })
  for (const [reverse, ids] of [
    [false, ['1', '3', '2', '4']],
    [true, ['2', '3', '1', '4']],
  ] as const) {
    const page = await search({ ...byStock, filters: { stock: 'in' }, reverse })
    expect(page.found.map(({ productId }) => productId)).toEqual(ids)
    // Page by page, the places in between are found again.
    const second = await search({
      ...byStock,
      filters: { stock: 'in' },
      reverse,
      limit: 1,
      after: { value: page.found[0]?.stock ?? null, tie: '0' },
    })
    expect(second.found).toHaveLength(1)
  }
  expect(removed).toBeLessThan(100)
})
