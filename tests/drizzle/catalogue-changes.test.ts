// What the copy remembers of changes, on the database of DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueCopy, CopyChange, CopyProduct } from '#drizzle/catalogue/copy.ts'
import { dialect } from '#drizzle/dialect.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'
import { changeCopyForm, freshCatalogue, inCopy } from '../support/catalogue-products.ts'
import { anyProduct } from '../support/catalogue-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-changes-'))
let home: FreshDatabase
let copy: CatalogueCopy
beforeAll(async () => {
  home = await freshDatabase(folder)
  copy = await openCatalogue({ url: home.url, dataDir: folder })
})
afterAll(async () => {
  await copy.close()
  await home[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const variant = (id: string, price: string, stock: number | null = null) => ({
  id,
  price,
  stock,
  title: `Size ${id}`,
  sku: `CH-${id}`,
  barcode: null,
  compareAtPrice: null,
})
const chair: CopyProduct = {
  productId: '7',
  title: 'Chair',
  handle: 'chair',
  image: null,
  status: 'active',
  vendor: '',
  productType: '',
  tags: [],
  createdAt: null,
  updatedAt: 1,
  variants: [variant('1', '9.00', 4), variant('2', '9.00', 1), variant('3', '12.00')],
}
const everything = { after: null, limit: 1_000 }
const told = async (storeId: string) =>
  (await copy.changes({ ...everything, storeIds: [storeId] })).map(({ kind, variant: of, before, after, at }) => [
    kind,
    of,
    before,
    after,
    at,
  ])

test('a first reading tells nothing, and later ones tell what has changed', async () => {
  const store = crypto.randomUUID()
  await copy.write(store, [chair, { ...chair, productId: '8' }], 10, { isFirst: true })
  expect(await told(store)).toEqual([])
  await copy.write(store, [chair], 20)
  expect(await told(store)).toEqual([])
  const cheaper = { ...chair, updatedAt: 2, variants: [variant('1', '8.50', 4), variant('2', '8.50', 0), variant('3', '12.0')] }
  await copy.write(store, [cheaper], 30)
  await copy.write(
    store,
    [
      { ...cheaper, updatedAt: 3, title: 'Armchair', status: 'draft' },
      { ...chair, productId: '9' },
    ],
    40,
  )
  await copy.remove(store, ['8', '404'], 50)
  expect((await told(store)).toSorted()).toEqual(
    [
      ['price', 'CH-1 (+1)', '9.00', '8.50', 30],
      ['stock', null, '5', '4', 30],
      ['status', null, 'active', 'draft', 40],
      ['title', null, 'Chair', 'Armchair', 40],
      ['new', null, null, null, 40],
      ['gone', null, null, null, 50],
    ].toSorted(),
  )
})

test('an older value is no change', async () => {
  const store = crypto.randomUUID()
  await copy.write(store, [{ ...chair, updatedAt: 5 }], 10, { isFirst: true })
  await copy.write(store, [{ ...chair, updatedAt: 4, title: 'Stool' }], 20)
  await copy.remove(store, ['7'], 5)
  expect(await told(store)).toEqual([])
})

test('changes are found by store, kind, product and time, in pages', async () => {
  const stores = [crypto.randomUUID(), crypto.randomUUID()]
  for (const store of stores)
    for (let at = 1; at <= 6; at++)
      await copy.write(store, [{ ...chair, productId: String(at % 2), updatedAt: at, title: `Chair ${at}` }], at)
  const find = (query: object) => copy.changes({ ...everything, storeIds: stores, ...query })
  const [first = ''] = stores
  const titles = await find({ kinds: ['title'] })
  expect(titles.map(({ at }) => at)).toEqual([6, 6, 5, 5, 4, 4, 3, 3])
  expect((await find({ kinds: ['title'], storeIds: [first] })).every(({ storeId }) => storeId === first)).toBe(true)
  expect((await find({ productId: '1', from: 3, until: 5 })).map(({ at, productId }) => [at, productId])).toEqual([
    [3, '1'],
    [3, '1'],
  ])
  const pages: CopyChange[] = []
  for (let last: CopyChange | undefined; ;) {
    const page = await find({ limit: 5, after: last ? { at: last.at, id: last.id } : null })
    pages.push(...page)
    last = page.at(-1)
    if (page.length < 5) break
  }
  expect(pages).toEqual(await find({}))
  await copy.removeChanges(4)
  expect((await find({})).every(({ at }) => at >= 4)).toBe(true)
  await copy.drop(first)
  expect(await find({ storeIds: [first] })).not.toEqual([])
  await copy.drop(first, { withChanges: true })
  expect(await find({ storeIds: [first] })).toEqual([])
  expect(await find({})).not.toEqual([])
})

test('a price has the currency that it changed in', async () => {
  const store = crypto.randomUUID()
  await copy.write(store, [chair], 10, { isFirst: true, currency: 'USD' })
  const dearer = (price: string, updatedAt: number) => ({ ...chair, updatedAt, title: price, variants: [variant('1', price, 4)] })
  await copy.write(store, [dearer('10.00', 2)], 20, { currency: 'USD' })
  await copy.write(store, [dearer('250000', 3)], 30, { currency: 'VND' })
  await copy.write(store, [dearer('260000', 4)], 40)
  const changes = await copy.changes({ ...everything, storeIds: [store] })
  const currenciesOf = (kind: string) => changes.filter((change) => change.kind === kind).map(({ currency }) => currency)
  expect(currenciesOf('price')).toEqual([null, 'VND', 'USD'])
  expect(currenciesOf('title')).toEqual([null, null, null])
})

test('changes stay where the copy becomes one of another form, with ids that no other change gets', async () => {
  const store = crypto.randomUUID()
  await using other = await freshCatalogue(folder)
  const before = await other.open()
  await before.write(store, [chair], 10)
  await before.write(store, [{ ...chair, updatedAt: 2, title: 'Stool' }], 20)
  const kept = await before.changes({ ...everything, storeIds: [store] })
  await before.close()
  await changeCopyForm(other)
  const after = await other.open()
  expect(await after.stores()).toEqual([])
  expect(await after.changes({ ...everything, storeIds: [store] })).toEqual(kept)
  await after.removeChanges(100)
  await after.write(store, [chair], 30)
  const [added] = await after.changes({ ...everything, storeIds: [store] })
  expect(Number(added?.id)).toBeGreaterThan(Math.max(...kept.map(({ id }) => Number(id))))
  await after.close()
})

test('changes of the form before, by the numbers of stores, are taken over', async () => {
  await using other = await freshCatalogue(folder)
  const before = await other.open()
  await before.write('north', [chair], 10, { isFirst: true })
  await before.close()
  const key = dialect === 'postgres' ? "'b7'" : '7'
  await inCopy(
    other,
    `create table changes (id integer, store integer, key ${dialect === 'postgres' ? 'text' : ''}, title text, kind text, variant text, before text, after text, at bigint);
     insert into changes select 1, number, ${key}, 'Chair', 'price', 'CH-1', '9.00', '8.00', 5 from stores`,
  )
  await changeCopyForm(other, dialect === 'postgres' ? 5 : 4)
  const after = await other.open()
  const [change, ...rest] = await after.changes({ ...everything, storeIds: ['north'] })
  expect(rest).toEqual([])
  const told = { storeId: 'north', productId: '7', title: 'Chair', kind: 'price', variant: 'CH-1', before: '9.00', after: '8.00' }
  expect(change).toEqual({ ...told, currency: null, at: 5, id: change?.id })
  await after.close()
})

test('every change begins where the one before ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { minLength: 2, maxLength: 6 }), async (history) => {
      const store = crypto.randomUUID()
      for (const [index, product] of history.entries())
        await copy.write(store, [{ ...product, productId: '1', updatedAt: index }], index, { isFirst: index === 0 })
      const last = await copy.find(store, '1')
      const changes = (await copy.changes({ ...everything, storeIds: [store] })).toReversed()
      const now = { title: last?.title, status: last?.status, stock: last?.stock === null ? null : String(last?.stock) }
      for (const kind of ['title', 'status', 'stock'] as const) {
        const ofKind = changes.filter((change) => change.kind === kind)
        for (const [index, change] of ofKind.entries()) if (index > 0) expect(change.before).toBe(ofKind[index - 1]?.after)
        if (ofKind.length > 0) expect(ofKind.at(-1)?.after).toBe(now[kind])
      }
      await copy.drop(store)
    }),
    { numRuns: 100 },
  )
})
