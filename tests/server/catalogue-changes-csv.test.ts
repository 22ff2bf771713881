// The file of what has changed in the catalogues, and who gets which part of it.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import { product, variant } from '#tests/support/catalogue-products.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const shops = ['north', 'print'] as const
/** More than one page that the file is read in. */
const added = 1_100
const formula = '=HYPERLINK("https://evil.example")'
const begun = Date.UTC(2026, 0, 10)
const later = begun + 60_000

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  const { catalogue } = world.deps
  for (const shop of shops) {
    const first = product('1', { variants: [variant('11', { sku: '+SKU', price: '5.00', stock: 4 })] })
    await catalogue.write(world.stores[shop], [first], begun, { isFirst: true })
    const changed = { ...first, title: formula, updatedAt: later, variants: [variant('11', { sku: '+SKU', price: '6.50', stock: -2 })] }
    await catalogue.write(world.stores[shop], [changed], later)
  }
  const many = Array.from({ length: added }, (_, index) => product(String(100 + index)))
  for (let at = 0; at < added; at += 100)
    await catalogue.write(world.stores.north, many.slice(at, at + 100), later + 1 + Math.floor(at / 300))
})
afterAll(() => world[Symbol.asyncDispose]())

const file = (caller: Caller, request: object = {}) => caller.rest('POST', '/catalogue/changes/csv', request)
const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })

test('the file has every change of the list, newest first, over more than one page', async () => {
  const { status, text, headers } = await file(owner)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="catalogue_changes_\d{4}-\d\d-\d\d\.csv"$/)
  const listed: CatalogueChangesResponse['changes'] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { body } = await owner.rest('POST', '/catalogue/changes', { limit: 250, ...(cursor && { cursor }) })
    const { data } = body as { data: CatalogueChangesResponse }
    listed.push(...data.changes)
    cursor = data.nextCursor
  }
  const rows = rowsOf(text)
  expect(rows).toHaveLength(added + 6)
  expect(rows.map(({ at, store_id: store, product_id: id, kind }) => [at, store, id, kind])).toEqual(
    listed.map(({ at, storeId, productId, kind }) => [at, storeId, productId, kind]),
  )
})

test('it has the filters of the list, and the values of each change', async () => {
  const { text } = await file(owner, { storeIds: [world.stores.print], kinds: ['price', 'stock'] })
  const rows = rowsOf(text)
  expect(rows.map(({ kind, variant: of, before, after }) => [kind, of, before, after])).toEqual([
    ['stock', '', '4', '-2'],
    ['price', "'+SKU", '5.00', '6.50'],
  ])
  expect(rows[0]).toMatchObject({ at: new Date(later).toISOString(), store_id: world.stores.print, store_name: 'Print', product_id: '1' })
  const none = await file(owner, { until: new Date(later).toISOString() })
  expect(rowsOf(none.text)).toEqual([])
  const one = await file(owner, { productId: '100', from: new Date(later + 1).toISOString() })
  expect(rowsOf(one.text).map(({ kind }) => kind)).toEqual(['new'])
  expect((await file(owner, { limit: 5 })).status).toBe(400)
  expect((await file(owner, { kinds: [] })).status).toBe(400)
})

test('a title that a spreadsheet would calculate is a text', async () => {
  const { text } = await file(owner, { kinds: ['title'] })
  expect(rowsOf(text).map(({ title, after }) => [title, after])).toEqual(shops.map(() => [`'${formula}`, `'${formula}`]))
})

test('each person gets the stores that they may export, and is refused others', async () => {
  const viewer = await world.signedIn('viewer')
  expect((await file(viewer)).status).toBe(403)
  const ofPrint = await world.signedIn('manager', 'print')
  const rows = rowsOf((await file(ofPrint)).text)
  expect(new Set(rows.map(({ store_id: store }) => store))).toEqual(new Set([world.stores.print]))
  expect((await file(ofPrint, { storeIds: [world.stores.north] })).status).toBe(404)
  expect((await ofPrint.trpc('products.catalogue.changesCsv', {})).status).toBe(400)
})

test('a download is in the audit log, with what was asked for', async () => {
  world.clock.now += 60_000
  await file(owner, { storeIds: [world.stores.north], kinds: ['gone'] })
  const { body } = await owner.rest('GET', '/audit?action=products.catalogue.changesCsv')
  const { entries } = (body as { data: { entries: { details: object }[] } }).data
  expect(entries[0]).toMatchObject({ target: world.stores.north, decision: 'allowed', details: { kinds: ['gone'] } })
})
