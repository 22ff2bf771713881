// What answers say of the age of the copies that they are made of.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueProductResponse, CopiesUsed } from '#shared/catalogue.ts'
import type { CatalogueClashesResponse } from '#shared/catalogue-clashes.ts'
import { copiedAs, copiedVariant, judgeCopies, markFilled } from '#tests/support/copied-products.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const older = Date.UTC(2026, 0, 10)
const newer = older + 3 * 3_600_000
const [olderText, newerText] = [older, newer].map((at) => new Date(at).toISOString())

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  const { deps, stores } = world
  const ids = [stores.north, stores.print, stores.harbor]
  for (const [index, id] of ids.entries())
    await deps.catalogue.write(id, [copiedAs('1', { variants: [copiedVariant('11', { sku: 'AGE-1', price: `${index + 5}.00` })] })], 0)
  await markFilled(deps, [stores.north], older)
  await markFilled(deps, [stores.print], newer)
  await judgeCopies(deps, ids)
})
afterAll(() => world[Symbol.asyncDispose]())

const calls = ['/catalogue/search', '/catalogue/changes', '/catalogue/clashes'] as const

test.each(calls)('%s tells the age of the oldest copy that it is made of', async (path) => {
  const { north, print, harbor } = world.stores
  const told = async (storeIds: string[]) => ((await owner.rest('POST', path, { storeIds })).body as { data: CopiesUsed }).data.asOf
  expect(await told([north, print])).toBe(olderText)
  expect(await told([print])).toBe(newerText)
  // The copy of Harbor is not complete, and is named in place of that.
  expect(await told([print, harbor])).toBe(newerText)
  expect(await told([harbor])).toBeNull()
})

test('a product and its like tell the age of the copy of their store', async () => {
  const { body } = await owner.rest('GET', `/catalogue/products/${world.stores.print}:1`)
  const { product, same, asOf } = (body as { data: CatalogueProductResponse }).data
  expect([product.asOf, asOf]).toEqual([newerText, olderText])
  expect(Object.fromEntries(same.map((one) => [one.storeName, one.asOf]))).toEqual({ North: olderText, Harbor: null })
})

test('variants that clash tell it, in the list and in the file', async () => {
  const { body } = await owner.rest('POST', '/catalogue/clashes', {})
  const [clash] = (body as { data: CatalogueClashesResponse }).data.clashes
  const told = { North: olderText, Print: newerText }
  expect(Object.fromEntries((clash?.variants ?? []).map(({ storeName, asOf }) => [storeName, asOf]))).toEqual(told)
  const { text } = await owner.rest('POST', '/catalogue/clashes/csv', {})
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
  expect(Object.fromEntries(rows.map((row) => [row['store_name'], row['as_of']]))).toEqual(told)
})
