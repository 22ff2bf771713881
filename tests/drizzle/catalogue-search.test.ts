// Searches, sorts, filters and pages against a naive model, on the database of DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySorts, type CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { foldText } from '#shared/fold-text.ts'
import { dialect } from '#drizzle/dialect.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'
import {
  allPages,
  anyFilters,
  anyStep,
  anyStores,
  anyWords,
  catalogueModel,
  countsOf,
  matches,
  modelStores,
  nameOf,
  sortedValues,
  sortValue,
  takeStep,
} from '../support/catalogue-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-search-'))
let home: FreshDatabase
let copy: CatalogueCopy
/** Each sorts next to nothing, and goes other ways in small steps instead. */
let walking: CatalogueCopy[]
const few = { sortedAtMost: 2, rowsAtOnce: 5, comparedAtOnce: 2, rowsOfOneStore: 0, walkedFirst: 1, entriesAtOnce: 3 }
const ways = [
  { knownAtMost: 0, sortedOfKnown: 0 },
  { knownAtMost: 1_000, sortedOfKnown: 1_000 },
  { knownAtMost: 1_000, sortedOfKnown: 0 },
]
beforeAll(async () => {
  home = await freshDatabase(folder)
  copy = await openCatalogue({ url: home.url, dataDir: folder })
  walking = await Promise.all(ways.map((way) => openCatalogue({ url: home.url, dataDir: folder, bounds: { ...few, ...way } })))
})
afterAll(async () => {
  await copy.close()
  for (const reader of walking) await reader.close()
  await home[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const anySearch = fc.record({
  storeIds: anyStores,
  words: anyWords,
  filters: fc.oneof(fc.constant({}), anyFilters),
  sort: fc.constantFrom(...copySorts),
  reverse: fc.boolean(),
  limit: fc.integer({ min: 1, max: 7 }),
})

test('lists, searches and counts are those of a naive model, after any writes and removals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 1, maxLength: 10 }),
      fc.array(anySearch, { minLength: 12, maxLength: 12 }),
      async (steps, searches) => {
        for (const store of modelStores) await copy.drop(store)
        const model = catalogueModel()
        for (const step of steps) {
          await takeStep(copy, step)
          await takeStep(model, step)
        }
        for (const [turn, search] of searches.entries()) {
          const reader = [copy, ...walking][turn % (1 + ways.length)] ?? copy
          const wanted = [...model.kept.values()].filter((product) => matches(product, search))
          const found = await allPages(reader, search)
          expect(found.map(nameOf).toSorted()).toEqual(wanted.map(nameOf).toSorted())
          const values = found.map((one) => {
            const product = model.kept.get(nameOf(one))
            return product ? sortValue(product, search.sort, search.storeIds) : null
          })
          expect(values).toEqual(sortedValues(values, search.reverse))
          expect(await reader.count(search, 3)).toBe(Math.min(3, wanted.length))
        }
        const sizes = await copy.sizes(modelStores)
        for (const store of modelStores) {
          const products = [...model.kept.values()].filter(({ storeId }) => storeId === store)
          const variants = products.reduce((sum, product) => sum + product.variants.length, 0)
          expect(sizes.get(store)).toEqual(products.length === 0 ? undefined : { products: products.length, variants })
        }
        const counts = (await copy.counts(modelStores)).map(({ storeId, status, products, variants, out }) => [
          `${storeId}:${status}`,
          { products, variants, out },
        ])
        expect(Object.fromEntries(counts)).toEqual(countsOf([...model.kept.values()]))
        for (const product of model.kept.values()) {
          const { readAt: _, ...kept } = product
          expect(await copy.find(product.storeId, product.productId)).toMatchObject(kept)
        }
      },
    ),
    { numRuns: dialect === 'sqlite' ? 60 : 20 },
  )
})

test('words are found without their accents', async () => {
  await copy.write(
    'accents',
    [
      {
        productId: '1',
        title: 'Áo dài',
        handle: '',
        image: null,
        status: 'active',
        vendor: 'Đà Nẵng',
        productType: '',
        tags: [],
        createdAt: 1,
        updatedAt: 1,
        variants: [],
      },
    ],
    1,
  )
  const search = { storeIds: ['accents'], filters: {}, sort: 'created' as const, reverse: true, limit: 5, after: null }
  for (const text of ['ao dai', 'da nang', 'ÁO DÀI']) {
    const { found } = await copy.search({ ...search, words: foldText(text).split(' ') })
    expect(found.map(({ productId }) => productId)).toEqual(['1'])
  }
  expect((await copy.search({ ...search, words: ['d\u0000i'] })).found).toEqual([])
})
