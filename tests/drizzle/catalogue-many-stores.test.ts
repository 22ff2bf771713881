// The copy of more stores on Postgres than it has locks for: each has a table with indexes of its own there.
import { expect, test } from 'vitest'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { list, product, variant } from '../support/catalogue-products.ts'
import { startPostgres } from '../../scripts/postgres-server.ts'

const stores = Array.from({ length: 110 }, (_, number) => `store-${number}`)
const currencies = new Map(stores.map((id) => [id, 'USD']))

test('no statement locks the tables of all stores', { timeout: 60_000 }, async () => {
  // By default, Postgres has room for 64 locks of each of 100 connections, which some statements about 300 stores fill. One about 110 stores would
  // take 1,540 locks.
  await using server = await startPostgres([
    'max_connections=10',
    'max_locks_per_transaction=28',
    'max_worker_processes=0',
    'max_wal_senders=0',
    'autovacuum_worker_slots=1',
    'autovacuum=off',
  ])
  const copy = await openCatalogue({ url: server.url, dataDir: '' })
  for (const [number, id] of stores.entries()) {
    const variants = [variant('1', { sku: 'SAME', price: number === 7 ? '2.00' : '1.00', stock: number % 9 })]
    const createdAt = number % 5 === 0 ? null : 1_000 * (number % 7)
    const change = { title: `Mug ${number % 3}`, handle: 'mug', vendor: number % 4 ? '\uffed' : '\u{1f9f5}', createdAt, variants }
    await copy.write(id, [product('1', change)], 1)
  }
  while (await copy.judge(currencies));
  for (const sort of ['created', 'vendor', 'store'] as const)
    for (const reverse of [false, true]) {
      const ordered = { ...list, storeIds: stores, sort, reverse, limit: 60 }
      const page = await copy.search({ ...ordered, words: ['mug'] })
      const rest = await copy.search({ ...ordered, words: ['mug'], after: page.next })
      const places = [...page.found, ...rest.found].map(({ storeId }) => storeId)
      expect(new Set(places)).toEqual(new Set(stores))
      expect(places).toHaveLength(stores.length)
      // Without words, the indexes are walked.
      expect((await copy.search(ordered)).found).toEqual(page.found)
      expect((await copy.search({ ...ordered, after: page.next })).found).toEqual(rest.found)
    }
  expect(await copy.count({ storeIds: stores, words: ['mug'], filters: {} }, 100)).toBe(100)
  expect(await copy.count({ storeIds: stores, words: ['mug'], filters: {} }, 1_000)).toBe(110)
  expect((await copy.clashMembers('sku', ['SAME'], stores)).get('SAME')).toHaveLength(110)
  expect(await copy.clashCodes({ by: 'sku', kinds: ['price'], after: null, limit: 10 })).toEqual(['SAME'])
  const same = await copy.same({ storeId: 'store-1', productId: '1' }, stores, 50)
  expect(same.map(({ createdAt }) => createdAt)).toEqual(
    same.map(({ createdAt }) => createdAt).toSorted((one, other) => Number(other) - Number(one)),
  )
  expect(same).toHaveLength(50)
  await copy.close()
})
