// Every filter of the schemas changes the shop's query or is refused: a list or an export never returns more than requested.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FinancialStatus, FulfillmentStatus, type OrderFilters } from '#shared/orders.ts'
import { productFields } from '#shared/product-fields.ts'
import { productStatuses, type ProductFilters } from '#shared/products.ts'
import { createWorld, type Caller, type RestAnswer, type TestShop, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Values<Filters> = { [Key in keyof Filters]-?: fc.Arbitrary<Filters[Key]> }
const word = fc.stringMatching(/^[a-z]{3,12}$/)
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 })
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }).map((date) => date.toISOString())

/** A filter without values here does not compile. */
const productValues: Values<ProductFilters> = {
  search: word,
  status: fc.constantFrom(...productStatuses),
  productType: words,
  vendor: words,
  tag: words,
  collection: fc.uniqueArray(fc.stringMatching(/^[1-9]\d{5}$/), { minLength: 1, maxLength: 3 }),
  createdAfter: day,
  createdBefore: day,
  updatedAfter: instant,
}
const orderValues: Values<OrderFilters> = {
  search: fc.oneof(word, fc.emailAddress()),
  financialStatus: fc.uniqueArray(fc.constantFrom(...FinancialStatus.options), { minLength: 1 }),
  fulfillmentStatus: fc.uniqueArray(fc.constantFrom(...FulfillmentStatus.options), { minLength: 1 }),
  createdAfter: day,
  createdBefore: day,
  updatedAfter: instant,
}

type Call = (shop: TestShop, filters: object) => Promise<RestAnswer>
const calls: [string, Values<ProductFilters> | Values<OrderFilters>, Call][] = [
  ['a list of products', productValues, (shop, filters) => owner.rest('POST', '/products/fetch', { storeId: world.stores[shop], filters })],
  [
    'an export of products',
    productValues,
    (shop, filter) =>
      owner.rest('POST', '/products/export/csv', { storeId: world.stores[shop], config: { fields: [...productFields], filter } }),
  ],
  ['a list of orders', orderValues, (shop, filters) => owner.rest('POST', '/orders/fetch', { storeIds: [world.stores[shop]], ...filters })],
  [
    'an export of orders',
    orderValues,
    (shop, filters) => owner.rest('POST', '/export/csv', { storeIds: [world.stores[shop]], columns: ['total', 'createdAt'], filters }),
  ],
]

/** The shop's query for a call; null if the call was refused. */
async function askedIn(call: Call, shop: TestShop, filters: object): Promise<string | null> {
  world.sandbox.requests.length = 0
  const { status } = await call(shop, filters)
  expect([200, 400]).toContain(status)
  return status === 200 ? JSON.stringify(world.sandbox.requests.map(({ path, query, variables }) => [path, query, variables])) : null
}

describe.each(['north', 'print'] as const)('%s', (shop) => {
  test.each(calls)('%s asks otherwise for every filter, or refuses it', { timeout: 60_000 }, async (_, values, call) => {
    const whole = await askedIn(call, shop, {})
    expect(whole).not.toBeNull()
    for (const [key, value] of Object.entries(values))
      await fc.assert(
        fc.asyncProperty(value, async (one) => {
          expect([key, await askedIn(call, shop, { [key]: one })]).not.toEqual([key, whole])
        }),
        { numRuns: 4 },
      )
  })
})
