import { describe, expect, test } from 'vitest'
import {
  countOrderFilters,
  orderFilterChips,
  activeOrderTab,
  noOrderFilters,
  statusPatch,
  orderTabPatch,
} from '#client/screens/orders/filters/applied-filters.ts'
import { OrderSearch, orderTabs } from '#shared/order-search.ts'
import {
  chosenStores,
  directionsOf,
  isNarrowed,
  orderListKey,
  searchNotes,
  sortIn,
  sortsOf,
  toOrderFilters,
  toOrderRequest,
} from '#client/screens/orders/filters/request.ts'
import { OrderListRequest } from '#shared/orders.ts'
import { change, next } from '#shared/paging.ts'

const opened = OrderSearch.parse({})
const shopify = { id: 'north', platform: 'shopify' } as const
const other = { id: 'harbor', platform: 'shopify' } as const
const shopbase = { id: 'gifts', platform: 'shopbase' } as const
const stores = [shopify, other, shopbase]

describe('tabs', () => {
  test('are All, Unfulfilled, Unpaid and Paid, and stand for these statuses', () => {
    expect(orderTabs.map(({ label }) => label)).toEqual(['All', 'Unfulfilled', 'Unpaid', 'Paid'])
    const filtersOf = (tab: OrderSearch['tab']) => toOrderFilters(change(opened, orderTabPatch(tab)))
    expect(filtersOf('all')).toEqual({})
    expect(filtersOf('unfulfilled')).toEqual({ fulfillmentStatus: ['unfulfilled', 'partial'] })
    expect(filtersOf('unpaid')).toEqual({ financialStatus: ['pending', 'refunded', 'voided'] })
    expect(filtersOf('paid')).toEqual({ financialStatus: ['paid'] })
  })

  test('light none once a status is picked by hand, and All again without it', () => {
    const onTab = change(opened, orderTabPatch('unfulfilled'))
    const picked = change(onTab, statusPatch({ financialStatus: 'paid' }))
    expect(activeOrderTab(picked)).toBeNull()
    expect(toOrderFilters(picked)).toEqual({ financialStatus: ['paid'] })
    expect(activeOrderTab(change(picked, statusPatch({ financialStatus: undefined })))).toBe('all')
  })

  test('let go of statuses picked by hand, and keep dates and search', () => {
    const search = OrderSearch.parse({ fulfillmentStatus: 'partial', createdAfter: '2026-01-01', search: ' ann ' })
    expect(toOrderFilters(change(search, orderTabPatch('paid')))).toEqual({
      financialStatus: ['paid'],
      createdAfter: '2026-01-01',
      search: 'ann',
    })
  })
})

describe('chips', () => {
  const search = OrderSearch.parse({
    financialStatus: 'voided',
    fulfillmentStatus: 'partial',
    createdAfter: '2026-01-01',
    createdBefore: '2026-01-31',
    search: 'ann',
  })
  test('say what is filtered, and each takes its own filter away', () => {
    const chips = orderFilterChips(search)
    expect(chips.map(({ label }) => label)).toEqual([
      'Payment: Voided',
      'Fulfillment: Partial',
      'After: Jan 1, 2026',
      'Before: Jan 31, 2026',
    ])
    for (const { patch } of chips) expect(countOrderFilters(change(search, patch))).toBe(3)
  })
  test('are counted without the search and what a tab stands for', () => {
    expect(countOrderFilters(search)).toBe(4)
    expect(countOrderFilters(change(opened, orderTabPatch('unpaid')))).toBe(0)
    expect(isNarrowed(change(opened, orderTabPatch('unpaid')))).toBe(true)
    expect(isNarrowed(change(search, noOrderFilters))).toBe(false)
  })
})

describe('stores', () => {
  test('begin with the first; several keep their order; those that are gone do not count', () => {
    expect(chosenStores(stores, [])).toEqual([shopify])
    expect(chosenStores(stores, 'all')).toEqual(stores)
    expect(chosenStores(stores, ['gifts', 'north'])).toEqual([shopify, shopbase])
    expect(chosenStores(stores, ['sold'])).toEqual([shopify])
    expect(chosenStores(stores, ['sold'], shopbase)).toEqual([shopbase])
    expect(chosenStores(stores, ['north'], shopbase)).toEqual([shopify])
    expect(chosenStores([], 'all')).toEqual([])
  })

  test('allow the sorts that all of them can do, else by date', () => {
    expect(sortsOf([shopify]).map(({ label }) => label)).toEqual([
      'Date',
      'Order number',
      'Total',
      'Customer',
      'Payment status',
      'Fulfillment status',
    ])
    expect(sortsOf(stores).map(({ key }) => key)).toEqual(['createdAt'])
    expect(sortIn([shopify], 'total')).toBe('total')
    expect(sortIn(stores, 'total')).toBe('createdAt')
  })

  test('say where only an exact email is found', () => {
    expect(searchNotes([shopify, other])).toEqual([])
    expect(searchNotes(stores)).toEqual(['ShopBase shops find orders by the exact email address only'])
  })
})

test.each([
  ['total', ['Lowest to highest', 'Highest to lowest']],
  ['orderName', ['Lowest to highest', 'Highest to lowest']],
  ['createdAt', ['Oldest to newest', 'Newest to oldest']],
  ['customerName', ['A-Z', 'Z-A']],
] as const)('the directions of %s are called %j', (sortBy, labels) => {
  expect(directionsOf(sortBy).map(({ label }) => label)).toEqual(labels)
})

describe('the request', () => {
  test('asks for the newest 50 of the first store', () => {
    const request = toOrderRequest([shopify], opened)
    expect(request).toEqual({ storeIds: ['north'], sortBy: 'createdAt', sortOrder: 'desc', limit: 50 })
    expect(OrderListRequest.safeParse(request).success).toBe(true)
  })

  test('turns pages by the last cursor of the trail; any change goes back to the first', () => {
    const third = next(next(opened, 'a'), 'b')
    expect(toOrderRequest([shopify], third).cursor).toBe('b')
    expect(toOrderRequest([shopify], change(third, { sortBy: 'total' })).cursor).toBeUndefined()
  })

  test('is another list with another tab, store or filter, and the same one on another page', () => {
    const key = orderListKey([shopify], opened)
    expect(orderListKey([shopify], next(opened, 'a'))).toBe(key)
    expect(orderListKey([shopify], { ...opened, order: { storeId: 'north', orderId: '1' } })).toBe(key)
    expect(orderListKey([shopify, other], opened)).not.toBe(key)
    expect(orderListKey([shopify], change(opened, orderTabPatch('paid')))).not.toBe(key)
  })
})

test('a bad link still opens the screen', () => {
  const bad = { stores: 7, tab: 'x', search: [], financialStatus: 'free', createdAfter: 'soon', sortBy: 'luck', order: 'x', trail: 'y' }
  expect(OrderSearch.parse(bad)).toEqual(opened)
})
