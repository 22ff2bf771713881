// What clashes between the catalogues of stores, and who sees it.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clashesOf, type ClashMember } from '#shared/clash-rules.ts'
import type { CopyProduct, CopyVariant } from '#drizzle/catalogue/copy.ts'
import { CatalogueClashKind, usualClashKinds } from '#shared/clash-kinds.ts'
import { type CatalogueClash, type CatalogueClashesResponse, type CatalogueSummaryResponse } from '#shared/catalogue-clashes.ts'
import { limits } from '#shared/limits.ts'
import type { RoleName } from '#shared/roles.ts'
import { copiedAs, copiedVariant, judgeCopies, markFilled } from '#tests/support/copied-products.ts'
import { createWorld, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const shops: TestShop[] = ['north', 'harbor', 'print']
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  for (const shop of shops) await world.deps.catalogue.write(world.stores[shop], goods[shop] ?? [], 0)
  await markFilled(
    world.deps,
    shops.map((shop) => world.stores[shop]),
  )
  await judgeCopies(
    world.deps,
    shops.map((shop) => world.stores[shop]),
  )
})
afterAll(() => world[Symbol.asyncDispose]())

/** A product with one variant of its own code. */
const sold = (productId: string, sku: string, change: Partial<CopyVariant> = {}, of: Partial<CopyProduct> = {}) =>
  copiedAs(productId, { title: `Mug ${sku}`, ...of, variants: [copiedVariant(productId, { sku, ...change })] })

const goods: Partial<Record<TestShop, CopyProduct[]>> = {
  north: [
    sold('1', 'SAME'),
    sold('2', 'PRICE', { price: '10.00' }),
    sold('3', 'STOCK', { stock: 0 }),
    sold('4', 'TWICE'),
    sold('5', 'TWICE', {}, { title: 'Another' }),
    sold('6', 'TITLE', {}, { title: 'Cốc sứ' }),
    sold('7', 'BAR-A', { barcode: '0036000291452' }),
    sold('8', '=STATUS', {}, { status: 'draft' }),
  ],
  harbor: [
    sold('1', 'SAME'),
    sold('2', 'PRICE', { price: '12.00' }),
    sold('3', 'STOCK', { stock: 4 }),
    sold('6', 'TITLE'),
    sold('7', 'BAR-B', { barcode: '0036000291452', price: '2.00' }),
    sold('8', '=STATUS'),
  ],
  print: [sold('1', 'SAME'), sold('2', 'PRICE', { price: '10.00' })],
}

async function clashes(caller: Caller, request: object = {}) {
  const { status, body } = await caller.rest('POST', '/catalogue/clashes', request)
  return { status, ...(body as { data: CatalogueClashesResponse; error: { code: string; message: string } }) }
}
const short = ({ by, code, kinds }: CatalogueClash) => `${by} ${code}: ${kinds.join(', ')}`
const seen = async (caller: Caller, request: object = {}) => (await clashes(caller, request)).data.clashes.map(short)

test('every clash is found once, and nothing else', async () => {
  expect(await seen(owner)).toEqual([
    'sku =STATUS: status',
    'sku PRICE: price',
    'sku STOCK: stock',
    'sku TITLE: title',
    'sku TWICE: double',
    'barcode 0036000291452: price, title',
  ])
})

test('a clash shows the variants with their stores', async () => {
  const { data } = await clashes(owner, { search: 'price' })
  expect(data.clashes).toEqual([
    {
      by: 'sku',
      code: 'PRICE',
      kinds: ['price'],
      ignored: [],
      missingIn: [],
      priceStoreIds: shops.map((shop) => world.stores[shop]).toSorted(),
      variantCount: 3,
      variants: ['harbor', 'north', 'print'].map((shop) => ({
        storeId: world.stores[shop as TestShop],
        storeName: expect.any(String),
        currency: expect.stringMatching(/^[A-Z]{3}$/),
        productId: '2',
        title: 'Mug PRICE',
        status: 'active',
        variantId: '2',
        variant: '',
        sku: 'PRICE',
        barcode: null,
        price: shop === 'harbor' ? '12.00' : '10.00',
        stock: null,
        asOf: expect.any(String),
      })),
    },
  ])
})

test('clashes are found by kind, by words without accents, and among some stores', async () => {
  expect(await seen(owner, { kinds: ['stock', 'title'] })).toEqual(['sku STOCK: stock', 'sku TITLE: title', 'barcode 0036000291452: title'])
  expect(await seen(owner, { search: 'coc SU' })).toEqual(['sku TITLE: title'])
  // By what the rows show, whichever of both the code is.
  expect(await seen(owner, { search: 'bar-b' })).toEqual(['barcode 0036000291452: price, title'])
  expect(await seen(owner, { storeIds: [world.stores.north, world.stores.print] })).toEqual(
    ['sku PRICE: price', 'sku TWICE: double'].slice(1),
  )
  expect(await seen(owner, { storeIds: [world.stores.north] })).toEqual(['sku TWICE: double'])
})

test('what a store does not have is told with the store', async () => {
  const { data } = await clashes(owner, { kinds: ['missing'], storeIds: [world.stores.harbor, world.stores.print], search: 'title' })
  expect(data.clashes.map(({ code, missingIn }) => [code, missingIn])).toEqual([
    ['TITLE', [{ storeId: world.stores.print, storeName: 'Print' }]],
  ])
})

test('a store whose copy is not complete is not compared', async () => {
  const lone = await createWorld()
  try {
    for (const shop of shops) await lone.deps.catalogue.write(lone.stores[shop], goods[shop] ?? [], 0)
    await markFilled(lone.deps, [lone.stores.north])
    const caller = await lone.signedIn('owner')
    expect(await seen(caller, { kinds: ['missing', 'price'] })).toEqual([])
  } finally {
    await lone[Symbol.asyncDispose]()
  }
})

test('pages are of one list, and a cursor belongs to it', async () => {
  const all: string[] = []
  let cursor: string | null = null
  do {
    const { data }: { data: CatalogueClashesResponse } = await clashes(owner, { limit: 2, ...(cursor === null ? {} : { cursor }) })
    all.push(...data.clashes.map(short))
    cursor = data.nextCursor
  } while (cursor !== null)
  expect(all).toEqual(await seen(owner))
  const { data } = await clashes(owner, { limit: 2 })
  expect(await clashes(owner, { limit: 2, kinds: ['price'], cursor: data.nextCursor })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_CURSOR' },
  })
})

test('a cursor does not tell at which code a page has ended, which may be one of other stores alone', async () => {
  const { data } = await clashes(owner, { limit: 2 })
  const { list, place }: { list: string; place: string } = JSON.parse(Buffer.from(data.nextCursor ?? '', 'base64url').toString())
  const [version = '', key = '', sealed = ''] = place.split('.')
  for (const { code } of data.clashes) expect(Buffer.from(sealed, 'base64url').toString()).not.toContain(code)
  for (const other of [`${version}.${key}.${sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`, 'sku'])
    expect(
      await clashes(owner, { limit: 2, cursor: Buffer.from(JSON.stringify({ list, place: other })).toString('base64url') }),
    ).toMatchObject({ status: 400, error: { code: 'INVALID_CURSOR' } })
})

test('prices may differ by the tolerance of the settings', async () => {
  const set = (priceTolerance: number) => owner.rest('PUT', '/catalogue', { priceTolerance })
  expect(await set(20)).toMatchObject({ status: 200, body: { data: { isOn: true, priceTolerance: 20 } } })
  expect(await seen(owner, { kinds: ['price'] })).toEqual(['barcode 0036000291452: price'])
  expect((await set(limits.clashes.tolerance + 1)).status).toBe(400)
  expect((await owner.rest('PUT', '/catalogue', {})).status).toBe(400)
  await set(0)
  expect(await owner.rest('GET', '/catalogue/stores')).toMatchObject({ body: { data: { priceTolerance: 0 } } })
})

test('the file has a row for each variant, and no cell is a formula', async () => {
  const { status, text } = await owner.rest('POST', '/catalogue/clashes/csv', { kinds: ['status'] })
  expect(status).toBe(200)
  const lines = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe(
    'by,code,clashes,missing_in,ignored,variants,store_name,store_id,product_id,title,status,variant_id,variant,sku,barcode,price,currency,stock,as_of',
  )
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 7))).toEqual([
    ['sku', "'=STATUS", 'status', '', '', '2', 'Harbor'],
    ['sku', "'=STATUS", 'status', '', '', '2', 'North'],
  ])
  const { text: codes } = await owner.rest('POST', '/catalogue/clashes/csv', { search: 'bar-' })
  for (const column of ["barcode,'0036000291452,", ",BAR-A,'0036000291452,"]) expect(codes).toContain(column)
})

async function summary(caller: Caller) {
  const { status, body } = await caller.rest('GET', `/catalogue/summary?since=${encodeURIComponent('1970-01-01T00:00:00Z')}`)
  expect(status).toBe(200)
  return (body as { data: CatalogueSummaryResponse }).data
}

test('the summary counts products, clashes and changes', async () => {
  const data = await summary(owner)
  expect(data.stores.find(({ storeId }) => storeId === world.stores.north)?.statuses).toEqual([
    { status: 'active', products: 7, variants: 7, outOfStock: 1 },
    { status: 'draft', products: 1, variants: 1, outOfStock: 0 },
  ])
  expect(Object.fromEntries(data.clashes.kinds.map(({ kind, count }) => [kind, count]))).toEqual({
    price: 2,
    title: 2,
    status: 1,
    double: 1,
    stock: 1,
  })
  // A code with two kinds of clashes is one.
  expect(data.clashes).toMatchObject({ codes: 6, isAtLeast: false })
})

test('a store whose copy is not complete is not compared, and the list and the file say so', async () => {
  await using lone = await createWorld()
  await markFilled(lone.deps, [lone.stores.north])
  const someone = await lone.signedIn('owner')
  const list = (await someone.rest('POST', '/catalogue/clashes', {})).body as { data: CatalogueClashesResponse }
  expect(list.data.incomplete.map(({ storeName }) => storeName)).toEqual(['Harbor', 'Print'])
  const { headers } = await someone.rest('POST', '/catalogue/clashes/csv', {})
  expect(headers['x-export-warning']).toContain('Harbor, Print')
  expect((await clashes(owner)).data.incomplete).toEqual([])
  expect((await owner.rest('POST', '/catalogue/clashes/csv', {})).headers).not.toHaveProperty('x-export-warning')
})

test('a store whose codes are still to be compared is named by the list, the file and the count', async () => {
  await using lone = await createWorld()
  const { catalogue } = lone.deps
  const ids = shops.map((shop) => lone.stores[shop])
  await markFilled(lone.deps, ids)
  await catalogue.write(lone.stores.north, goods.north ?? [], 0, { isFirst: true })
  await judgeCopies(lone.deps, ids)
  await catalogue.write(lone.stores.harbor, goods.harbor ?? [], 0, { isFirst: true })
  const someone = await lone.signedIn('owner')
  const told = async () => {
    const { data } = await clashes(someone)
    const { headers } = await someone.rest('POST', '/catalogue/clashes/csv', {})
    const summed = (await someone.rest('GET', '/catalogue/summary')).body as { data: CatalogueSummaryResponse }
    return [data.incomplete.map(({ storeName }) => storeName), headers['x-export-warning'] !== undefined, summed.data.clashes.isAtLeast]
  }
  expect(await told()).toEqual([['Harbor'], true, true])
  await judgeCopies(lone.deps, ids)
  expect(await told()).toEqual([[], false, false])
})

test('the numbers of products alone are counted without looking at a clash', async () => {
  const compared = vi.spyOn(world.deps.catalogue, 'clashCodes')
  const { body } = await owner.rest('GET', '/catalogue/summary?productsOnly=true')
  expect(compared).not.toHaveBeenCalled()
  compared.mockRestore()
  const { data } = body as { data: CatalogueSummaryResponse }
  expect(data.stores).toEqual((await summary(owner)).stores)
  expect(data.clashes).toEqual({ codes: 0, kinds: [], isAtLeast: true })
  expect(data.changes).toEqual({ kinds: [], isAtLeast: true })
})

const subsets = <T>(all: readonly T[]): T[][] => all.reduce<T[][]>((some, one) => [...some, ...some.map((set) => [...set, one])], [[]])

/** What clashes between some stores, by the rules alone. */
function expected(some: readonly TestShop[], kinds: readonly CatalogueClashKind[] = CatalogueClashKind.options): string[] {
  const members: ClashMember[] = some.flatMap((shop) =>
    (goods[shop] ?? []).flatMap(({ productId, title, status, variants }) =>
      variants.map(({ id, title: variant, sku, barcode, price, stock }) => ({
        storeId: world.stores[shop],
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
    ),
  )
  const currencies = new Map(some.map((shop) => [world.stores[shop], 'USD']))
  return (['sku', 'barcode'] as const).flatMap((by) =>
    [...Map.groupBy(members, (member) => member[by] ?? '')].flatMap(([code, found]) => {
      const clashing = code === '' ? [] : clashesOf(by, found, { currencies, tolerance: 0 }).filter((kind) => kinds.includes(kind))
      return clashing.length > 0 ? [`${by} ${code}: ${clashing.join(', ')}`] : []
    }),
  )
}

async function giveRole(userId: string, role: RoleName, held: readonly TestShop[]) {
  const roles = held.map((shop) => ({ role_id: role, store_id: world.stores[shop] }))
  expect((await owner.rest('PUT', `/users/${userId}/roles`, { roles })).status).toBe(200)
}

test('whatever stores a person may read, the clashes are those between them', { timeout: 60_000 }, async () => {
  const { userId, token } = await world.signedIn('viewer', 'north')
  const caller = world.caller(token, userId)
  for (const held of subsets(shops).filter(({ length }) => length > 0))
    for (const role of ['manager', 'staff', 'viewer'] as const) {
      await giveRole(userId, role, held)
      const found = await seen(caller, { kinds: CatalogueClashKind.options, limit: limits.maxPageSize })
      expect(found.toSorted()).toEqual(expected(held).toSorted())
      const counted = Object.fromEntries((await summary(caller)).clashes.kinds.map(({ kind, count }) => [kind, count]))
      const kinds = expected(held, usualClashKinds).flatMap((line) => line.slice(line.indexOf(': ') + 2).split(', '))
      expect(counted).toEqual(Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, some]) => [kind, some.length])))
    }
})
