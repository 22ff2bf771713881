// The layout of the screens in their common states. `npx playwright test layout --update-snapshots` rewrites the states in layouts/; the
// diff shows the changes. Shared data of the demo is replaced if other tests change it. `E2E_FONT="DejaVu Sans" npx playwright test layout`
// uses another font: the states stay the same.
import type { Locator, Page } from '@playwright/test'
import { CatalogueSummaryResponse } from '#shared/catalogue-clashes.ts'
import { OrderFiguresResponse } from '#shared/order-figures.ts'
import { countedStore } from '#tests/support/figures.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expectLayout, writeIn } from './expect-layout.ts'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { changeAnswer, changeAnswers } from './calls.ts'
import { columnsTab, dialog as productExport, openExport } from './export-page.ts'
import { dialog as orderExport, openExport as openOrderExport } from './order-export-page.ts'
import { button, openOrders, settled as ordersSettled } from './orders-page.ts'
import { openFilters, openMenu, openProducts, settled as productsSettled, withoutPictures } from './products-page.ts'
import { fixTime } from './fixed-time.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Closes an overlay of the screen. */
async function close(page: Page, open: Locator) {
  await page.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
}

test.beforeEach(({ context }) => context.addInitScript(writeIn, process.env['E2E_FONT'] ?? ''))

test('sign-in', async ({ page }) => {
  for (const [name, path, heading] of [
    ['login', '/login', 'Welcome back'],
    ['register', '/register', 'Create your account'],
    ['reset-password', '/reset-password', 'Reset your password'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectLayout(main(page), name)
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectLayout(main(page), 'login-mistakes')
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'login-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(main(page), 'login-phone')
})

/** Waits for the shops' count, which arrives after the rows. */
const expectCounted = (page: Page) => expect(page.getByText(/^[\d,]+ to [\d,]+ of [\d,]+$/)).toBeVisible()

test('products', async ({ page, signInAs }) => {
  await withoutPictures(page)
  await signInAs('staff')
  await openProducts(page)
  await expectCounted(page)
  await expectLayout(main(page), 'products')
  await button(page, 'Sort').click()
  await expectLayout(dialog(page, 'Sort'), 'products-sort')
  await close(page, dialog(page, 'Sort'))
  await button(page, 'Search').click()
  await openFilters(page)
  await expectLayout(main(page), 'products-search-filters')
  const types = await openMenu(page, 'Types')
  await expect(types.getByRole('checkbox')).not.toHaveCount(0)
  await expectLayout(types, 'products-filter-menu')
  await close(page, types)
  const dates = await openMenu(page, 'Created date')
  await expectLayout(dates, 'products-filter-dates')
  await close(page, dates)
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'products-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(main(page), 'products-phone')
})

test('products that are filtered, selected and exported', async ({ page, signInAs }) => {
  const rows = [
    ['Mug', 'North'],
    ['Shirt', null],
  ]
  await changeAnswer(page, 'export.productsPreview', () => ({ result: { data: { header: ['Title', 'Vendor'], rows } } }))
  await withoutPictures(page)
  await signInAs('staff')
  await openProducts(page, '?createdAfter=2020-01-01&createdBefore=2099-01-31&productType=%5B%22Bags%22%5D')
  await productsSettled(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expectCounted(page)
  await expectLayout(page.getByRole('list', { name: 'Active filters' }), 'products-chips')
  await expectLayout(main(page).locator('footer'), 'products-selected')
  await openExport(page)
  await expectLayout(productExport(page), 'product-export')
  await columnsTab(page).click()
  await expect(productExport(page).getByRole('region', { name: 'Selected columns' })).toBeVisible()
  await expect(productExport(page).getByRole('heading', { name: 'Metafields' })).toBeVisible()
  await expect(productExport(page).getByRole('heading', { name: 'Market prices' })).toBeVisible()
  await expectLayout(productExport(page), 'product-export-columns')
  await page.setViewportSize(widths.tablet)
  await expectLayout(productExport(page), 'product-export-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(productExport(page), 'product-export-phone')
})

test('products that are not there', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page, '?search=zzzzzz')
  await productsSettled(page)
  // The component of the empty list is loaded after the screen.
  await expect(main(page).getByText('No products found')).toBeVisible()
  await expectLayout(main(page), 'products-none')
})

test('orders', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  await expectCounted(page)
  await expectLayout(main(page), 'orders')
  await button(page, 'Sort').click()
  await expectLayout(dialog(page, 'Sort'), 'orders-sort')
  await close(page, dialog(page, 'Sort'))
  await button(page, 'Harbor & Pine').click()
  await expectLayout(page.getByRole('group', { name: 'Stores' }), 'orders-store-picker')
  await page.keyboard.press('Escape')
  await button(page, 'Filters').click()
  await button(page, 'Search').click()
  await expectLayout(main(page), 'orders-search-filters')
  await openOrderExport(page)
  await expect(orderExport(page).getByText(/ orders\)$/)).toBeVisible()
  await expectLayout(orderExport(page), 'order-export')
  await close(page, orderExport(page))
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'orders-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(main(page), 'orders-phone')
})

test('orders of all stores', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page, '?stores=all')
  await ordersSettled(page)
  await expectCounted(page)
  await expectLayout(main(page), 'orders-all-stores')
})

const storeFields = { platform: 'shopify', active: true, locationId: '77', currency: 'EUR', timezone: 'UTC', credential: 'accessToken' }
const stores = [
  { ...storeFields, id: 'x', name: 'Open', domain: 'north.myshopify.com' },
  { ...storeFields, id: 'y', name: `${'A very long name '.repeat(5)}indeed`, domain: 'south.myshopify.com', active: false },
]

test('stores', async ({ page, signInAs }) => {
  await changeAnswer(page, 'stores.list', () => ({ result: { data: { stores } } }))
  await signInAs('owner')
  await page.goto('/stores')
  await expect(page.getByRole('listitem', { name: 'Open' })).toBeVisible()
  await expectLayout(main(page), 'stores')
  await button(page, 'Delete Open').click()
  await expectLayout(page.getByRole('dialog'), 'store-delete')
  await close(page, page.getByRole('dialog'))
  await button(page, 'Add Store').click()
  await expectLayout(page.getByRole('dialog'), 'store-form')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Store' }).click()
  await expectLayout(page.getByRole('dialog'), 'store-form-mistakes')
  await page.setViewportSize(widths.tablet)
  await expectLayout(page.getByRole('dialog'), 'store-form-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(page.getByRole('dialog'), 'store-form-phone')
})

test('jobs and the dashboard', async ({ page, signInAs }) => {
  const counts = { expected: 500, fetched: 120, written: 340, distinct: 120, skipped: 0 }
  const jobs = [
    madeJob({ id: '1', counts, status: 'running', progress: 24, canCancel: true, waitingFor: 'ShopBase allows 2 calls per second' }),
    madeJob({ id: '2', counts, status: 'failed', progress: 24, canRetry: true, error: { code: 'STORE_BUSY', message: 'Slow down.' } }),
  ]
  await changeAnswers(page, {
    'export.jobs.list': () => ({ result: { data: jobList(...jobs) } }),
    'orders.figures': (answer) => {
      const asked = OrderFiguresResponse.parse(answer.result?.data).stores
      return { result: { data: { stores: asked.map(({ storeId }) => countedStore(storeId)) } } }
    },
    'products.catalogue.summary': (answer) => {
      const { stores: summed, ...figures } = CatalogueSummaryResponse.parse(answer.result?.data)
      const read = { state: 'ready', checkedAt: '2026-01-31T19:59:00.000Z' }
      return { result: { data: { ...figures, stores: summed.map((store) => ({ ...store, ...read })) } } }
    },
  })
  // Ten hours after the exports began: the pictures show the remaining time.
  await fixTime(page, '2026-01-31T20:00:00.000Z')
  await signInAs('manager')
  await page.goto('/jobs')
  await expect(page.getByRole('table', { name: 'Jobs' }).locator('tbody')).toHaveCount(2)
  await expectLayout(main(page), 'jobs')
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'jobs-tablet')
  await page.setViewportSize(widths.desktop)
  await page.goto('/dashboard')
  await expect(page.getByText('Total Stores')).toBeVisible()
  await expect(page.getByText(/^Counted /)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent Jobs' }).getByRole('listitem')).toHaveCount(2)
  await expectLayout(main(page), 'dashboard')
  await expectLayout(page.getByRole('navigation', { name: 'Main' }), 'sidebar')
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'dashboard-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(main(page), 'dashboard-phone')
  await button(page, 'Open navigation').click()
  await expectLayout(page.getByRole('navigation', { name: 'Main' }), 'sidebar-phone')
})

const role = { id: 'manager', display_name: 'Manager', level: 50, description: '', permissions: [] }
const person = {
  id: 'ada',
  email: 'ada@team.test',
  full_name: 'Ada Lovelace',
  department: 'Analysis',
  avatar_url: null,
  is_active: true,
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  user_roles: [{ id: 'a1', store_id: 'gone', store: null, role }],
}

test('team', async ({ page, signInAs }) => {
  const users = [person, { ...person, id: 'bo', email: 'bo@team.test', full_name: 'Bo', email_confirmed_at: null, user_roles: [] }]
  await changeAnswer(page, 'users.list', () => ({ result: { data: { users, mail: { isSent: true, failingSince: null } } } }))
  await changeAnswer(page, 'stores.list', () => ({ result: { data: { stores } } }))
  await signInAs('owner')
  await page.goto('/users')
  await expect(page.getByRole('listitem', { name: 'Ada Lovelace' })).toBeVisible()
  await expectLayout(main(page), 'team')
  await button(page, 'Invite User').click()
  await expectLayout(page.getByRole('dialog'), 'invite')
  await close(page, page.getByRole('dialog'))
  await page.getByRole('button', { name: 'Edit: Ada Lovelace' }).click()
  await expectLayout(page.getByRole('dialog'), 'team-edit')
  await close(page, page.getByRole('dialog'))
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'team-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(main(page), 'team-phone')
})

test('settings', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Profile Picture' })).toBeVisible()
  await expectLayout(main(page), 'settings')
  await page.getByRole('tab', { name: 'Security' }).click()
  await expectLayout(page.getByRole('tablist'), 'settings-tabs')
  await page.getByRole('tab', { name: 'General' }).click()
  await page.setViewportSize(widths.tablet)
  await expectLayout(main(page), 'settings-tablet')
  await page.setViewportSize(widths.phone)
  await expectLayout(main(page), 'settings-phone')
})
