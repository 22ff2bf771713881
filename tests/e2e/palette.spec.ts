// The command palette: screens, stores, actions, and orders and products by what is typed.
import type { Page } from '@playwright/test'
import { limits } from '#shared/limits.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, forgetStore, holdBack, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { button, names, openOrders } from './orders-page.ts'
import { openProducts, storeSelect, withoutPictures } from './products-page.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true }).getByRole('option')
const selected = (page: Page) => palette(page).getByRole('option', { selected: true })
const said = (page: Page) => palette(page).getByRole('status')
const opener = (page: Page) => page.getByRole('button', { name: /^Search or jump to/ })

async function openPalette(page: Page) {
  await expect(opener(page)).toBeAttached()
  // The button is there a moment before it listens to the key.
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()
}

test.beforeEach(async ({ page }) => {
  await withoutPictures(page)
  await forgetStore(page)
})

test('leads to a screen, a tab of the settings and a store, all by the keyboard', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openProducts(page)
  await openPalette(page)
  await expect(group(page, 'Screens').first()).toHaveText('Dashboard')
  await expect(group(page, 'Stores').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toHaveText('Stores')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', String(await selected(page).getAttribute('id')))
  // The keys of the list rest.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('api k')
  await expect(selected(page)).toContainText('API keys')
  await expectFineEverywhere(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'API keys', selected: true })).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
  await openPalette(page)
  await page.keyboard.type('products')
  await page.keyboard.press('Enter')
  await expect(storeSelect(page)).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('print h')
  await page.keyboard.press('Enter')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: Print House')
})

test('what is typed while the palette is loading is not lost, and reaches nothing else', async ({ page, signInAs }) => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await page.route(/\/assets\/palette-[\w-]{8}\.js$/, async (route) => {
    await loaded
    await route.continue()
  })
  await signInAs('owner')
  await openProducts(page)
  await opener(page).click()
  await page.keyboard.type('api kx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  load()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('api k')
  await page.keyboard.type('e')
  await expect(selected(page)).toContainText('API keys')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  // Nothing is left of it, and the field need not have the focus yet.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jobs')
  await expect(field(page)).toHaveValue('jobs')
})

test('opens an order by its number, the exact one first, and a product by its title', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  const [name = ''] = (await names(page)).slice(3)
  const calls = sentCalls(page, 'orders.list')
  await openPalette(page)
  await page.keyboard.type(name.slice(1, 2))
  await expect(said(page)).toContainText('Two characters or more')
  await page.keyboard.type(name.slice(2))
  await expect(group(page, 'Orders').first()).toContainText(name)
  expect(calls).toHaveLength(1)
  await expect(group(page, 'Orders').first()).toContainText('Harbor')
  await expect(said(page)).toContainText('ShopBase shops find orders by the exact email address only')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name })).toBeVisible()
  await expect(page).toHaveURL(/order=/)
  await page.keyboard.press('Escape')
  await openProducts(page)
  const title = await page.getByRole('region', { name: 'Products' }).getByRole('rowheader').first().innerText()
  await openPalette(page)
  await page.keyboard.type(title.slice(0, 12))
  await group(page, 'Products').filter({ hasText: title }).first().click()
  await expect(page).toHaveURL(/product=/)
})

test('leads to the products of all stores with the typed text', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  await openPalette(page)
  await page.keyboard.type('zzqq')
  await group(page, 'All stores').click()
  await expect(page).toHaveURL(/products\/all\?search=zzqq/)
  await expect(page.getByRole('textbox', { name: 'Search products' })).toHaveValue('zzqq')
})

test('a failed, a late and an outdated search are said', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  await changeAnswer(page, 'products.list', () => failed(502, 'STORE_UNREACHABLE', 'The shop did not answer'))
  const answer = await holdBack(page, trpc('orders.list'))
  await openPalette(page)
  await page.keyboard.type('zzqq')
  await expect(said(page)).toContainText(/Searching orders in 2 stores/)
  await expect(said(page)).toContainText(/The products of .+ could not be searched\. The shop did not answer/)
  answer()
  await expect(said(page)).toContainText('No orders found.')
  await changeAnswer(page, 'orders.list', ({ result }) => ({
    result: { data: { ...Object(result?.data), warnings: ['Harbor & Pine: the shop has not answered yet'], missing: ['harbor'] } },
  }))
  await page.keyboard.press('Backspace')
  await expect(said(page)).toContainText('Searching')
  await expect(said(page)).not.toContainText('No orders found.')
  await expect(said(page)).toContainText('Harbor & Pine: the shop has not answered yet')
  await expect(said(page)).toContainText('No orders found in the stores that answered.')
})

test('offers a viewer less', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/dashboard')
  await openPalette(page)
  await expect(group(page, 'Screens').filter({ hasText: 'Products' })).toBeVisible()
  for (const hidden of ['Team', 'Jobs', 'Add a store', 'Invite someone', 'Export products', 'Export orders'])
    await expect(palette(page).getByRole('option', { name: hidden })).toHaveCount(0)
  await page.keyboard.type('audit log')
  await expect(palette(page).getByRole('option', { name: 'Audit log' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await signInAs('owner')
  await page.goto('/dashboard')
  await openPalette(page)
  for (const offered of ['Team', 'Add a store', 'Invite someone', 'Export products', 'Export orders'])
    await expect(palette(page).getByRole('option', { name: offered }).first()).toBeVisible()
  await page.keyboard.type('invite')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Invite/ })).toBeVisible()
  // Not over another dialog.
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/users')
  await openPalette(page)
  await page.keyboard.type('export ord')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Export orders' })).toBeVisible()
})

test('asks the shops nothing without the right', async ({ page, signInAs }) => {
  await changeAnswer(page, 'profile.get', ({ result }) => {
    const { user, ...rest } = Object(result?.data)
    return { result: { data: { ...rest, user: { ...user, user_roles: [] } } } }
  })
  const calls = ['stores.list', 'orders.list', 'products.list'].map((call) => sentCalls(page, call))
  await signInAs('viewer')
  await page.goto('/dashboard')
  await openPalette(page)
  await expect(group(page, 'Screens')).toHaveText(['Dashboard', 'Settings'])
  await expect(group(page, 'Stores')).toHaveCount(0)
  await page.keyboard.type('1001')
  await expect(said(page)).toHaveText('No matches.')
  await page.waitForTimeout(limits.palettePauseMs * 2)
  expect(calls.flat()).toEqual([])
})

test('shows all of what it says on a phone', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/dashboard')
  await openPalette(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(said(page)).toContainText('makes an invitation')
  await expect(said(page)).toContainText(/^(?!.*Loading stores).*Two characters or more/)
  expect(await said(page).evaluate((lines) => lines.scrollHeight - lines.clientHeight)).toBe(0)
})

test('returns the focus, and opens from the menu of a phone', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'Orders', exact: true }).first()
  await expect(opener(page)).toBeVisible()
  await link.focus()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Open navigation').click()
  await opener(page).click()
  await page.keyboard.type('orders')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await expect(opener(page)).toBeHidden()
})
