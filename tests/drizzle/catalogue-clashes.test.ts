// The clashes between stores against a naive model, on the database of DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CatalogueClashKind } from '#shared/clash-kinds.ts'
import { clashCodes, clashesOf, type ClashCode, type ClashMember } from '#shared/clash-rules.ts'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { dialect } from '#drizzle/dialect.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { usualBounds } from '#drizzle/catalogue/rows.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'
import { anyStep, catalogueModel, modelStores, takeStep, type Stored } from '../support/catalogue-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-clashes-'))
let home: FreshDatabase
let copy: CatalogueCopy
beforeAll(async () => {
  home = await freshDatabase(folder)
  // So few at once that comparisons of a store have several parts.
  copy = await openCatalogue({ url: home.url, dataDir: folder, bounds: { ...usualBounds[dialect], comparedAtOnce: 2 } })
})
afterAll(async () => {
  await copy.close()
  await home[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const currencies = new Map(modelStores.map((store) => [store, store === 'vier' ? 'VND' : 'EUR']))

const membersOf = (products: readonly Stored[]): ClashMember[] =>
  products.flatMap(({ storeId, productId, title, status, variants }) =>
    variants.map(({ id, title: variant, sku, barcode, price, stock }) => ({
      storeId,
      productId,
      title,
      status,
      variantId: id,
      variant,
      sku,
      barcode,
      price,
      stock,
    })),
  )

const ruleFor = (storeIds: readonly string[], tolerance: number) => ({
  tolerance,
  currencies: new Map([...currencies].filter(([store]) => storeIds.includes(store))),
})

type Found = Record<string, CatalogueClashKind[]>
type Asked = { storeIds: readonly string[]; kinds: readonly CatalogueClashKind[]; tolerance: number }

const ofKinds = (some: readonly CatalogueClashKind[], kinds: readonly CatalogueClashKind[]) => some.filter((kind) => kinds.includes(kind))

/** All clashes, by code. */
async function found({ storeIds, kinds, tolerance }: Asked): Promise<Found> {
  const all: Found = {}
  for (const by of clashCodes)
    for (let after: string | null = null; ;) {
      const codes: string[] = await copy.clashCodes({ by, kinds, after, limit: 3 })
      const members = await copy.clashMembers(by, codes, storeIds)
      for (const code of codes) {
        const clashes = ofKinds(clashesOf(by, members.get(code) ?? [], ruleFor(storeIds, tolerance)), kinds)
        if (clashes.length > 0) all[`${by}:${code}`] = clashes
      }
      after = codes.at(-1) ?? null
      if (codes.length < 3) break
    }
  return all
}

function expected(products: readonly Stored[], { storeIds, kinds, tolerance }: Asked): Found {
  const members = membersOf(products.filter(({ storeId }) => storeIds.includes(storeId)))
  const ofCode = (by: ClashCode) =>
    [...Map.groupBy(members, (member) => member[by] ?? '')].flatMap(([code, some]) => {
      const clashes = code === '' ? [] : ofKinds(clashesOf(by, some, ruleFor(storeIds, tolerance)), kinds)
      return clashes.length > 0 ? [[`${by}:${code}`, clashes] as const] : []
    })
  return Object.fromEntries(clashCodes.flatMap(ofCode))
}

const anyAsked: fc.Arbitrary<Asked> = fc.record({
  storeIds: fc.subarray([...modelStores], { minLength: 1 }),
  kinds: fc.subarray(CatalogueClashKind.options, { minLength: 1 }),
  tolerance: fc.constantFrom(0, 20, 100),
})

test('the clashes of any stores are those of a naive model, after any writes, removals and comparisons', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: anyStep }, { weight: 1, arbitrary: fc.constant('judge' as const) }), {
        minLength: 1,
        maxLength: 10,
      }),
      fc.array(anyAsked, { minLength: 5, maxLength: 5 }),
      async (steps, questions) => {
        for (const store of modelStores) await copy.drop(store)
        const model = catalogueModel()
        for (const step of steps) {
          if (step === 'judge') await copy.judge(currencies)
          else await takeStep(copy, step)
          if (step !== 'judge') await takeStep(model, step)
        }
        while (await copy.judge(currencies));
        const products = [...model.kept.values()]
        for (const asked of questions) expect(await found(asked)).toEqual(expected(products, asked))
      },
    ),
    { numRuns: dialect === 'sqlite' ? 100 : 30 },
  )
})
