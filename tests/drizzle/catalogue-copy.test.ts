// What the copy of the catalogue keeps, on the database of DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { saveDatabase } from '#drizzle/backup.ts'
import { openInspection } from '#drizzle/inspection.ts'
import { openDatabase } from '#drizzle/open.ts'
import { changeCopyForm, freshCatalogue, list, product, variant } from '../support/catalogue-products.ts'

const root = mkdtempSync(join(tmpdir(), 'catalogue-copy-'))
afterAll(() => rmSync(root, { recursive: true }))
const fresh = () => freshCatalogue(root)

test('an older product never replaces a newer one, and nothing that was read later is removed', async () => {
  await using home = await fresh()
  const copy = await home.open()
  const title = async () => (await copy.find('shop', '1'))?.title
  expect(await copy.write('shop', [product('1', { title: 'Second', updatedAt: 20 })], 5)).toBe(1)
  expect(await copy.write('shop', [product('1', { title: 'First', updatedAt: 10 })], 9)).toBe(0)
  expect(await title()).toBe('Second')
  // The same version, asked for earlier: the stock may differ without a new update time.
  expect(await copy.write('shop', [product('1', { title: 'Earlier', updatedAt: 20 })], 4)).toBe(0)
  expect(await copy.write('shop', [product('1', { title: 'Second', updatedAt: 20 })], 7)).toBe(0)
  expect(await copy.write('shop', [product('1', { title: 'Later', updatedAt: 20 })], 6)).toBe(0)
  expect(await copy.write('shop', [product('1', { title: 'Third', updatedAt: 20 })], 8)).toBe(1)
  expect(await title()).toBe('Third')
  await copy.remove('shop', ['1'], 7)
  expect(await title()).toBe('Third')
  await copy.remove('shop', ['1', '2'], 8)
  expect(await copy.find('shop', '1')).toBeNull()
  expect([...(await copy.sizes(['shop']))]).toEqual([])
  expect(await copy.stores()).toEqual([])
  await copy.close()
})

test('a list shows what the shop had', async () => {
  await using home = await fresh()
  const copy = await home.open()
  const variants = [
    variant('11', { sku: 'A', price: '10.00', stock: 3 }),
    variant('12345678901234567890', { sku: 'A', price: '9.5', barcode: '42', compareAtPrice: '12', stock: -1 }),
    variant('13', { sku: 'B', price: '100' }),
  ]
  const whole = product('12345678901234567890', { tags: ['new', 'a,b'], image: 'https://example.com/a.jpg', variants })
  await copy.write('shop', [whole], 1)
  const { variants: _, ...rest } = whole
  const shown = { ...rest, storeId: 'shop', priceMin: '9.5', priceMax: '100', stock: 2, skus: ['A', 'B'], variantCount: 3 }
  expect((await copy.search({ ...list, storeIds: ['shop'] })).found).toEqual([shown])
  expect(await copy.find('shop', whole.productId)).toEqual({ ...shown, variants })
  await copy.close()
})

test('ids come by their number, however many digits they have', async () => {
  await using home = await fresh()
  const copy = await home.open()
  const ids = ['9', '10', '999999999999999', '1000000000000000', '9007199254740993', '12345678901234567890', '99999999999999999999']
  await copy.write(
    'shop',
    ids.toReversed().map((id) => product(id)),
    1,
  )
  const first = await copy.ids('shop', null, 3)
  expect(first).toEqual(ids.slice(0, 3).map((productId) => ({ productId, updatedAt: 1_700_000_000_000 })))
  const rest = await copy.ids('shop', first.at(-1)?.productId ?? null, 10)
  expect(rest.map(({ productId }) => productId)).toEqual(ids.slice(3))
  expect(await copy.ids('another', null, 3)).toEqual([])
  for (const id of ids) expect(await copy.version('shop', id)).toEqual({ updatedAt: 1_700_000_000_000, readAt: 1 })
  expect([await copy.version('shop', '11'), await copy.version('another', '9')]).toEqual([null, null])
  await copy.close()
})

test('products are the same by SKU, barcode and handle, those with most in common first, and empty ones have nothing in common', async () => {
  await using home = await fresh()
  const copy = await home.open()
  const codes = (sku: string | null, barcode: string | null) => [variant('1', { sku, barcode }), variant('2', { sku: '', barcode: '' })]
  await copy.write(
    'one',
    [product('1', { handle: 'mug', variants: codes('S-1', '42') }), product('2', { handle: 'x', variants: codes('S-1', '7') })],
    1,
  )
  await copy.write(
    'two',
    [product('1', { handle: 'mug', variants: codes('S-1', '42') }), product('3', { handle: '', variants: codes('s-1', null) })],
    1,
  )
  await copy.write('three', [product('1', { handle: 'y', variants: codes('Z', '42') })], 1)
  const same = async (storeIds: readonly string[], limit = 9) =>
    (await copy.same({ storeId: 'one', productId: '1' }, storeIds, limit)).map(({ storeId, productId, by }) => [storeId, productId, ...by])
  const most = ['two', '1', 'sku', 'barcode', 'handle']
  expect(await same(['one', 'two', 'three'], 1)).toEqual([most])
  expect(await same(['one', 'two'])).toEqual([most, ['one', '2', 'sku']])
  expect(await same(['three'])).toEqual([['three', '1', 'barcode']])
  expect(await copy.same({ storeId: 'two', productId: '3' }, ['one', 'two', 'three'], 9)).toEqual([])
  expect(await copy.same({ storeId: 'two', productId: '4' }, ['one', 'two', 'three'], 9)).toEqual([])
  await copy.close()
})

test('odd characters are kept as far as the databases can', async () => {
  await using home = await fresh()
  const copy = await home.open()
  const [half, long] = ['\ud83e', 'Ä'.repeat(5_000)]
  await copy.write('shop', [product('1', { title: `a\0b${half}`, vendor: long, handle: long, variants: [variant('1', { sku: long })] })], 1)
  expect(await copy.find('shop', '1')).toMatchObject({ title: 'ab\ufffd', vendor: long, handle: long })
  const { found } = await copy.search({
    ...list,
    storeIds: ['shop'],
    sort: 'vendor',
    words: ['a'.repeat(300)],
    filters: { vendor: [long] },
  })
  expect(found).toHaveLength(1)
  await copy.close()
})

test('two connections write at once, also the first products of one store, and both see all', { retry: 0 }, async () => {
  await using home = await fresh()
  const copies = await Promise.all([home.open(), home.open()])
  const batch = (turn: number) => Array.from({ length: 20 }, (_, index) => product(`${turn * 20 + index + 1}`))
  await Promise.all(Array.from({ length: 10 }, (_, turn) => copies[turn % 2]?.write(turn < 5 ? 'shop' : 'other', batch(turn), 1)))
  for (const copy of copies) {
    expect([...(await copy.sizes(['shop', 'other', 'none']))].toSorted()).toEqual([
      ['other', { products: 100, variants: 100 }],
      ['shop', { products: 100, variants: 100 }],
    ])
    expect(await copy.count({ storeIds: ['shop'], words: ['mug'], filters: {} }, 1_000)).toBe(100)
  }
  await Promise.all([copies[0]?.drop('shop'), copies[1]?.write('shop', batch(9), 1), copies[0]?.write('other', batch(1), 2)])
  await copies[1]?.drop('shop')
  expect(await copies[0]?.stores()).toEqual(['other'])
  expect(await copies[0]?.bytes()).toBeGreaterThan(0)
  for (const copy of copies) await copy.close()
})

test('a copy of another form is empty at the next start, also where several start at once', { retry: 0 }, async () => {
  await using home = await fresh()
  const before = await home.open()
  await before.write('shop', [product('1')], 1)
  const identity = await before.identity()
  await before.close()
  const again = await home.open()
  expect(await again.stores()).toEqual(['shop'])
  expect(await again.identity()).toBe(identity)
  await again.close()
  await changeCopyForm(home)
  const copies = await Promise.all([home.open(), home.open(), home.open()])
  const identities = new Set(await Promise.all(copies.map((copy) => copy.identity())))
  expect(identities.size).toBe(1)
  expect(identities).not.toContain(identity)
  for (const [index, copy] of copies.entries()) expect(await copy.write(`shop ${index}`, [product('1')], 1)).toBe(1)
  for (const copy of copies) {
    expect((await copy.stores()).toSorted()).toEqual(['shop 0', 'shop 1', 'shop 2'])
    await copy.close()
  }
})

test('the copy is in no backup, and the checks of the database do not mind it', async () => {
  await using home = await fresh()
  const database = await openDatabase(home.url)
  const copy = await home.open()
  await copy.write('shop', [product('1')], 1)
  const snapshot = await saveDatabase(home.url, mkdtempSync(join(root, 'backup-')))
  expect(
    snapshot.tables.filter(
      ({ name }) => !['catalogue_stores', 'catalogue_hints'].includes(name) && /catalogue|variants|^products/.test(name),
    ),
  ).toEqual([])
  const inspection = await openInspection()
  expect(await inspection.damage(home.url, AbortSignal.timeout(30_000))).toBeNull()
  await copy.close()
  await database.close()
})
