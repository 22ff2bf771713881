// Clashes of codes that very many variants have, and of very many codes: found, and in bounded pieces.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { membersAtOnce } from '#drizzle/catalogue/rows.ts'
import type { CatalogueClashesResponse, CatalogueSummaryResponse } from '#shared/catalogue-clashes.ts'
import { comparedAtMost } from '#shared/clash-rules.ts'
import { limits } from '#shared/limits.ts'
import { copiedAs, copiedVariant, judgeCopies, markFilled } from '#tests/support/copied-products.ts'
import { createWorld, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const { atOnce, forPage, variantsRead } = limits.clashes
const shops: TestShop[] = ['north', 'harbor', 'print']
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  const ids = shops.map((shop) => world.stores[shop])
  await markFilled(world.deps, ids)
})
afterAll(() => world[Symbol.asyncDispose]())

const range = (length: number) => Array.from({ length }, (_, index) => index)
/** A product whose variants all have one SKU. */
const placeholder = (productId: string, sku: string, variants: number, price = '1.00', title = 'Mug') =>
  copiedAs(productId, { title, variants: range(variants).map((index) => copiedVariant(`${productId}${index}`, { sku, price })) })

async function ask(request: object): Promise<CatalogueClashesResponse> {
  const { status, body } = await owner.rest('POST', '/catalogue/clashes', request)
  expect(status).toBe(200)
  return (body as { data: CatalogueClashesResponse }).data
}
const emptied = async () => {
  for (const shop of shops) await world.deps.catalogue.drop(world.stores[shop])
}
const judged = () =>
  judgeCopies(
    world.deps,
    shops.map((shop) => world.stores[shop]),
  )

test('what clashes with the last of very many variants is found and listed with their number', { timeout: 200_000 }, async () => {
  await emptied()
  const { catalogue } = world.deps
  const each = 100
  const products = range(membersAtOnce / each + 3).map((index) => placeholder(String(index + 1), 'N/A', each))
  await catalogue.write(world.stores.north, products, 0)
  await catalogue.write(world.stores.harbor, [placeholder('900', 'N/A', 1, '2.00', 'Cốc')], 0)
  await judged()
  const { clashes, nextCursor } = await ask({ kinds: ['price', 'double', 'missing', 'stock'] })
  expect(nextCursor).toBeNull()
  expect(clashes).toMatchObject([
    {
      code: 'N/A',
      kinds: ['price', 'double', 'missing'],
      variantCount: products.length * each + 1,
      missingIn: [{ storeId: world.stores.print }],
    },
  ])
  const listed = clashes[0]?.variants ?? []
  expect(listed.length).toBeLessThanOrEqual(comparedAtMost)
  expect(new Set(listed.map(({ storeId }) => storeId))).toEqual(new Set([world.stores.north, world.stores.harbor]))
  expect((await ask({ search: 'coc', kinds: ['price'] })).clashes).toHaveLength(1)
  expect((await ask({ search: 'chair', kinds: ['price'] })).clashes).toEqual([])
  // Among stores of which one has all of them, there is no difference.
  expect((await ask({ kinds: ['price'], storeIds: [world.stores.north, world.stores.print] })).clashes).toEqual([])
  const { text } = await owner.rest('POST', '/catalogue/clashes/csv', { kinds: ['price'] })
  expect(text.trim().split('\r\n').length).toBeLessThanOrEqual(comparedAtMost + 1)
  expect(text).toContain(`sku,N/A,price,,,${products.length * each + 1},`)
})

/** Has all pages, and the variants that were read for each. */
async function pages(request: object) {
  const reading = [vi.spyOn(world.deps.catalogue, 'clashMembers'), vi.spyOn(world.deps.catalogue, 'clashMemberPage')] as const
  const found: { clashes: number; read: number }[] = []
  let cursor: string | null = null
  do {
    for (const spy of reading) spy.mockClear()
    const page: CatalogueClashesResponse = await ask({ ...request, ...(cursor === null ? {} : { cursor }) })
    const some = await Promise.all(reading[0].mock.results.map(({ value }) => value))
    const others = await Promise.all(reading[1].mock.results.map(({ value }) => value))
    const members = [...some.flatMap((map) => [...map.values()]), ...others.map((part) => part.members)]
    found.push({ clashes: page.clashes.length, read: members.reduce((sum, { length }) => sum + length, 0) })
    cursor = page.nextCursor
  } while (cursor !== null)
  for (const spy of reading) spy.mockRestore()
  return found
}
const sum = (all: readonly number[]) => all.reduce((some, one) => some + one, 0)

test('a call over very many SKUs reads so many, and the next ones go on until all were looked at', { timeout: 200_000 }, async () => {
  await emptied()
  const { catalogue } = world.deps
  const codes = 2 * forPage + 100
  const sold = (from: number, to: number) =>
    range(to - from).map((index) =>
      copiedAs(String(from + index + 1), {
        variants: [copiedVariant(String(from + index + 1), { sku: `S-${String(from + index).padStart(6, '0')}` })],
      }),
    )
  for (let from = 0; from < codes; from += 500) {
    const some = sold(from, Math.min(codes, from + 500))
    await catalogue.write(world.stores.north, some, 0)
    await catalogue.write(world.stores.harbor, from + 500 < codes ? some : some.slice(0, -3), 0)
  }
  const request = { kinds: ['missing'], storeIds: [world.stores.north, world.stores.harbor] }
  const found = await pages(request)
  expect(found.length).toBe(3)
  expect(sum(found.map(({ clashes }) => clashes))).toBe(3)
  for (const { read } of found) expect(read).toBeLessThanOrEqual(2 * (forPage + atOnce))
  // The last one is found by the first call where it is named as a whole, in any case, and is not found again.
  const last = `S-${String(codes - 1).padStart(6, '0')}`
  const named = { ...request, search: ` ${last.toLowerCase()} ` }
  expect((await ask(named)).clashes).toMatchObject([{ code: last }])
  expect((await pages(named)).map(({ clashes }) => clashes)).toEqual([1, 0, 0])
  expect((await pages({ ...named, limit: 1 })).map(({ clashes }) => clashes)).toEqual([1, 0, 0, 0])
})

test('a call ends after so many variants, however few codes they have', { timeout: 200_000 }, async () => {
  await emptied()
  const of = comparedAtMost - 50
  const codes = Math.ceil(variantsRead / of) + 10
  const products = range(codes).map((index) => placeholder(String(index + 1), `P-${index}`, of))
  for (const product of products) await world.deps.catalogue.write(world.stores.north, [product], 0)
  await judged()
  const found = await pages({ kinds: ['double'], limit: limits.maxPageSize })
  expect(found.length).toBeGreaterThan(1)
  expect(sum(found.map(({ clashes }) => clashes))).toBe(codes)
  for (const { read } of found) expect(read).toBeLessThanOrEqual(variantsRead + atOnce * comparedAtMost)
  const { body } = await owner.rest('GET', '/catalogue/summary')
  const { clashes } = (body as { data: CatalogueSummaryResponse }).data
  const count = Math.ceil(variantsRead / of)
  expect(clashes).toEqual({ codes: count, kinds: [{ kind: 'double', count }], isAtLeast: true })
})
