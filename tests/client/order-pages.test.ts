import { expect, test } from 'vitest'
import { encodeOrderCursor } from '#server/orders/cursor.ts'
import { OrderListRequest } from '#shared/orders.ts'
import { nextPage, previousPage, type PagePosition } from '#client/screens/orders/page-trail.ts'

const first: PagePosition = { trail: [], behind: [] }

test('back is the way that was gone, and only one cursor stands in the address', () => {
  const cursors = Array.from({ length: 30 }, (_, page) => `cursor ${page}`)
  const visited = [first]
  for (const cursor of cursors) visited.push(nextPage(visited.at(-1) ?? first, cursor))
  expect(visited.slice(1).map(({ trail }) => trail)).toEqual(cursors.map((cursor) => [cursor]))
  let place = visited.pop() ?? first
  while (visited.length > 0) {
    place = previousPage(place)
    expect(place).toEqual(visited.pop())
  }
  expect(previousPage(first)).toEqual(first)
})

test('from a link, Previous leads to the first page; an address of before holds its own way', () => {
  expect(previousPage({ trail: ['shared'], behind: [] })).toEqual(first)
  expect(previousPage({ trail: ['a', 'b', 'c'], behind: [] })).toEqual({ trail: ['b'], behind: ['a'] })
})

/** Cursors in Shopify's form: base64 of an id and the sort value. */
const placeOf = (store: number) =>
  Buffer.from(
    JSON.stringify({ last_id: 5_812_345_678_901 + store * 7_919_313, last_value: 1_763_800_000_000 + store * 61_417_000 }),
  ).toString('base64')

test('the address of a list over 50 stores is shorter than 4 KB on every page', () => {
  const storeIds = Array.from({ length: 50 }, () => crypto.randomUUID())
  const request = OrderListRequest.parse({ storeIds })
  let place = first
  for (let page = 1; page <= 40; page++) {
    const cursor = encodeOrderCursor(
      request,
      storeIds.map((_, store) => placeOf(page * 100 + store)),
    )
    place = nextPage(place, cursor)
    const address = `/orders?${new URLSearchParams({ stores: JSON.stringify(storeIds), trail: JSON.stringify(place.trail), search: 'somebody@example.com' })}`
    expect(address.length).toBeLessThan(4_096)
  }
})
