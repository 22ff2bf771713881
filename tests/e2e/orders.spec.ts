import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { button, names, openOrders, pickStores, rows, settled, tab } from './orders-page.ts'
import { anotherShop } from './shops.ts'

const list = 'orders.list'
function shopCalled(name: string) {
  const shop = demoShops.find((one) => one.name === name)
  if (!shop) throw new Error(`there is no shop ${name}`)
  return shop
}
const soldBy = (name: string) => ordersOf(shopCalled(name))
/** The day of each order in the shop's time zone. */
const daysOf = (name: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: shopCalled(name).timezone })
  return soldBy(name).map(({ createdAt }) => format.format(createdAt))
}
const sends = (calls: unknown[], request: Record<string, unknown>) =>
  expect.poll(() => calls.at(-1)).toEqual(expect.objectContaining(request))

test.describe('the list', () => {
  test('opens on the first readable store, newest first, 50 a page', async ({ page, signInAs }) => {
    await signInAs('manager')
    const [stores, calls] = [sentCalls(page, 'stores.list'), sentCalls(page, list)]
    await openOrders(page)
    expect(stores).toEqual([{ active: true, permission: 'orders:read' }])
    await expect(button(page, 'Harbor & Pine')).toBeVisible()
    await expect(button(page, 'Create order')).toBeDisabled()
    await expect(rows(page)).toHaveCount(50)
    await expect(page.getByText('Showing 50 results')).toBeVisible()
    expect(calls).toEqual([expect.objectContaining({ sortBy: 'createdAt', sortOrder: 'desc', limit: 50 })])
    expect(calls).not.toEqual([expect.objectContaining({ financialStatus: expect.anything() })])
    const headers = await page.getByRole('columnheader').allInnerTexts()
    expect(headers).toEqual(['', 'Order', 'Date', 'Customer', 'Total', 'Payment', 'Fulfillment', 'Items'])
    await button(page, 'Refresh').click()
    await expect.poll(() => calls.length).toBe(2)
    await expectFineEverywhere(page)
  })

  test('shows several stores, all of them, and one again, with their totals', async ({ page, signInAs }) => {
    await signInAs('manager')
    const calls = sentCalls(page, list)
    await openOrders(page)
    await pickStores(page, 'Harbor & Pine', (stores) => stores.getByRole('checkbox', { name: 'All stores' }).click())
    await expect(page.getByRole('columnheader', { name: 'Store' })).toBeVisible()
    await expect.poll(() => calls.at(-1)).toEqual(expect.objectContaining({ storeIds: [expect.any(String), expect.any(String)] }))
    await expect(page.getByText(/^Page total .*(€|\$)/)).toBeVisible()
    await expectFineEverywhere(page)
    await pickStores(page, 'All stores', (stores) => stores.getByRole('button', { name: 'Only Print House' }).click())
    await expect(button(page, 'Print House')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Store' })).toHaveCount(0)
    await expect(page.getByText('Page total')).toHaveCount(0)
  })

  test('offers the active stores that one may read orders from, by name', async ({ page, rest, signInAs }) => {
    const name = `Closed ${crypto.randomUUID().slice(0, 8)}`
    const made = await rest('owner', 'POST', '/stores', { name, ...anotherShop(), active: false })
    expect(made.status).toBe(201)
    await signInAs('owner')
    await openOrders(page, '?stores="all"')
    await button(page, 'All stores').click()
    const shops = page.getByRole('group', { name: 'Stores' })
    for (const shop of demoShops) await expect(shops.getByRole('checkbox', { name: shop.name })).toBeVisible()
    await expect(shops.getByRole('checkbox', { name })).toHaveCount(0)
  })

  test('calls guests what they are, and sums the page by currency', async ({ page, signInAs }) => {
    await signInAs('manager')
    // The first orders of a shop are unusual: guests, and three currencies other than the shop's.
    const [from, to] = [daysOf('Print House')[0], daysOf('Print House')[8]]
    if (!from || !to) throw new Error('the shop has too few orders')
    const sold = ['Harbor & Pine', 'Print House'].flatMap((name) =>
      soldBy(name).filter((_, index) => (daysOf(name)[index] ?? '') >= from && (daysOf(name)[index] ?? '') <= to),
    )
    await openOrders(page, `?stores="all"&createdAfter=${from}&createdBefore=${to}`)
    await expect(page.getByText(`Showing ${sold.length} results`)).toBeVisible()
    const guests = sold.filter(({ customer }) => customer === null)
    expect(guests.length).toBeGreaterThan(0)
    await expect(rows(page).filter({ hasText: 'No customer' })).toHaveCount(guests.length)
    const currencies = new Set(sold.map(({ currency }) => currency))
    expect(currencies.size).toBe(5)
    for (const currency of currencies) {
      const sum = sold.filter((order) => order.currency === currency).reduce((total, order) => total + Number(order.total), 0)
      const shown = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(sum)
      await expect(page.getByText('Page total')).toContainText(shown)
    }
  })

  test('pages forward and back over the same rows; nothing before the first page', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page)
    await expect(rows(page)).toHaveCount(50)
    const pages = [await names(page)]
    await expect(button(page, 'Previous')).toBeDisabled()
    for (const _ of [1, 2]) {
      await button(page, 'Next').click()
      await settled(page)
      await expect.poll(() => names(page)).not.toEqual(pages.at(-1))
      pages.push(await names(page))
    }
    expect(new Set(pages.flat()).size).toBe(150)
    await expect(page.getByText(/^101 to 150 of [\d,]+$/)).toBeVisible()
    // The trail to the previous pages survives a reload.
    expect(JSON.parse(new URL(page.url()).searchParams.get('trail') ?? '')).toHaveLength(1)
    await page.reload()
    await expect.poll(() => names(page)).toEqual(pages[2])
    for (const before of [pages[1], pages[0]]) {
      await button(page, 'Previous').click()
      await expect.poll(() => names(page)).toEqual(before)
    }
    await expect(button(page, 'Previous')).toBeDisabled()
  })

  test('has no next page behind the last, and says when there are no orders', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page, '?createdAfter=2001-01-01&createdBefore=2001-01-02')
    await expect(page.getByText('No orders found')).toBeVisible()
    await expect(page.getByText('Showing 0 results')).toBeVisible()
    await expect(button(page, 'Next')).toBeDisabled()
    await button(page, 'Show all orders').click()
    await expect(rows(page)).toHaveCount(50)
  })

  test('selects by row, by box and by page, and lets go with any change but paging', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page)
    await rows(page).nth(1).locator('td').nth(3).click()
    await expect(page.getByText('1 selected')).toBeVisible()
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await all.click()
    await expect(page.getByText('50 selected')).toBeVisible()
    await button(page, 'Next').click()
    await settled(page)
    await expect(page.getByText('50 selected')).toBeVisible()
    await tab(page, 'Paid').click()
    await expect(page.getByText('selected')).toHaveCount(0)
    await all.click()
    await all.click()
    await expect(page.getByText('selected')).toHaveCount(0)
  })
})

test.describe('narrowing and ordering', () => {
  test('tabs send their statuses; a status picked by hand lights none of them', async ({ page, signInAs }) => {
    await signInAs('manager')
    const calls = sentCalls(page, list)
    await openOrders(page)
    await expect(page.getByRole('tab')).toHaveText(['All', 'Unfulfilled', 'Unpaid', 'Paid'])
    await tab(page, 'Unfulfilled').click()
    await sends(calls, { fulfillmentStatus: ['unfulfilled', 'partial'] })
    await tab(page, 'Unpaid').click()
    await sends(calls, { financialStatus: ['pending', 'refunded', 'voided'] })
    await tab(page, 'Paid').click()
    await sends(calls, { financialStatus: ['paid'] })
    await button(page, 'Filters').click()
    const fulfillment = page.getByLabel('Fulfillment status')
    await expect(fulfillment.getByRole('option')).toHaveText(['Any', 'Fulfilled', 'Unfulfilled', 'Partial'])
    await expect(page.getByLabel('Payment status').getByRole('option')).toHaveText(['Any', 'Paid', 'Pending', 'Refunded', 'Voided'])
    await fulfillment.selectOption('partial')
    await sends(calls, { fulfillmentStatus: ['partial'] })
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)
    await expectFineEverywhere(page)
    await button(page, 'Remove Fulfillment: Partial').click()
    await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true')
  })

  test('filters show as chips and in the badge, and go one by one or all at once', async ({ page, signInAs }) => {
    await signInAs('manager')
    const calls = sentCalls(page, list)
    await openOrders(page)
    await button(page, 'Filters').click()
    await page.getByLabel('Payment status').selectOption('paid')
    await page.getByLabel('Created after').fill('2020-01-01')
    await page.getByLabel('Created before').fill('2099-01-31')
    await sends(calls, { financialStatus: ['paid'], createdAfter: '2020-01-01', createdBefore: '2099-01-31' })
    const chips = page.getByRole('list', { name: 'Active filters' })
    await expect(chips).toContainText('Payment: Paid')
    await expect(chips).toContainText('Before: Jan 31, 2099')
    await expect(page.getByRole('button', { name: /^Filters/ })).toHaveText('Filters3')
    await button(page, 'Remove After: Jan 1, 2020').click()
    await expect(page.getByLabel('Created after')).toHaveValue('')
    await button(page, 'Clear all').click()
    await expect(chips).toHaveCount(0)
    await expect(page).toHaveURL('/orders')
  })

  test('sorts by what the stores can do, with directions called by the kind of value', async ({ page, signInAs }) => {
    await signInAs('manager')
    const calls = sentCalls(page, list)
    await openOrders(page)
    await button(page, 'Sort').click()
    const menu = page.getByRole('dialog', { name: 'Sort' })
    await expect(menu.getByRole('button')).toHaveText(['Oldest to newest', 'Newest to oldest'])
    await menu.getByRole('radio', { name: 'Customer' }).click()
    await expect(menu.getByRole('button')).toHaveText(['A-Z', 'Z-A'])
    await menu.getByRole('radio', { name: 'Total' }).click()
    await menu.getByRole('button', { name: 'Lowest to highest' }).click()
    await sends(calls, { sortBy: 'total', sortOrder: 'asc' })
    await page.keyboard.press('Escape')
    await pickStores(page, 'Harbor & Pine', (stores) => stores.getByRole('checkbox', { name: 'All stores' }).click())
    await sends(calls, { sortBy: 'createdAt' })
    await button(page, 'Sort').click()
    await expect(menu.getByRole('radio')).toHaveCount(1)
  })

  test('searches 800 ms after the last key, and says where only an exact email is found', async ({ page, signInAs }) => {
    await signInAs('manager')
    const start = Date.now()
    await page.clock.install({ time: start })
    const calls = sentCalls(page, list)
    await openOrders(page)
    await button(page, 'Search').click()
    const box = page.getByPlaceholder('Search orders by name, email...')
    await expect(box).toBeFocused()
    await page.clock.pauseAt(start + 60_000)
    await box.fill('#10')
    await page.clock.runFor(799)
    expect(calls).toHaveLength(1)
    await page.clock.runFor(1)
    await page.clock.resume()
    await sends(calls, { search: '#10' })
    await button(page, 'Clear search').click()
    await expect(box).toHaveValue('')
    await button(page, 'Cancel').click()
    await expect(box).toHaveCount(0)
    await pickStores(page, 'Harbor & Pine', (stores) => stores.getByRole('button', { name: 'Only Print House' }).click())
    await button(page, 'Search').click()
    await expect(page.getByText('ShopBase shops find orders by the exact email address only')).toHaveCount(1)
  })
})

test('an order opens whole beside the list by its name, and closes back to it', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  const [first = ''] = await names(page)
  await button(page, first).click()
  const panel = page.getByRole('dialog', { name: `Order ${first}` })
  for (const heading of ['Customer', 'Shipping address', 'Billing address', 'Payments', 'Fulfillment', 'Details'])
    await expect(panel.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect(page.getByText('selected')).toHaveCount(0)
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(button(page, first)).toBeFocused()
})
