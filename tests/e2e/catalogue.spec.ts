// The list of all stores' products, from the copy that the demo's server keeps of its shops.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, widths } from '#tests/support/playwright.ts'
import { forgetStore, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { pressByKey, tabTo } from './keyboard.ts'
import { openProducts, rows, storeSelect, titles, withoutPictures } from './products-page.ts'

const search = 'products.catalogue.search'
const fresh = (page: Page) => page.getByText(/^All \d+ stores checked within/)
const field = (page: Page) => page.getByRole('textbox', { name: 'Search products' })
const prices = (page: Page) => rows(page).locator('td[data-card=first]').allInnerTexts()

/** The shops are read once the server has started. A test waits until all of them are there. */
async function openAll(page: Page, address = '') {
  await page.goto(`/products/all${address}`)
  await expect(fresh(page)).toBeVisible({ timeout: 240_000 })
  await expect(rows(page).first()).toBeVisible({ timeout: 30_000 })
}

test.describe.configure({ timeout: 300_000 })
test.beforeEach(async ({ page }) => {
  await withoutPictures(page)
  await forgetStore(page)
})

test('opens behind the stores of the selector, and leads back to one store', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openAll(page)
  await openProducts(page)
  await storeSelect(page).click()
  await expect(page.getByRole('option').last()).toContainText('All stores')
  await page.getByRole('option', { name: 'All stores' }).click()
  await expect(storeSelect(page)).toHaveAccessibleName('Store: All stores')
  expect(new URL(page.url()).pathname).toBe('/products/all')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(rows(page)).toHaveCount(50)
  await storeSelect(page).click()
  await page.getByRole('option', { name: 'North Supply' }).click()
  await expect(storeSelect(page)).toHaveAccessibleName('Store: North Supply')
  expect(new URL(page.url()).pathname).toBe('/products')
})

test('finds a name without its accents as one types', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openAll(page)
  const calls = sentCalls(page, search)
  await field(page).pressSequentially('ao thun da nang', { delay: 120 })
  await expect(rows(page).first()).toContainText('Áo thun nam cổ tròn “Đà Nẵng”')
  await expect(rows(page).first().locator('mark')).toHaveText(['Áo', 'thun', 'Đà', 'Nẵng'])
  expect(calls.length).toBeGreaterThan(3)
  // Back leads to the list before, and not through the letters.
  await page.goBack()
  await expect(field(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(50)
  await field(page).fill('ao')
  await expect(page.getByText('Please type a word of at least 3 characters')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await expectAccessible(page)
})

test('sorts by price over all stores, and pages there and back', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openAll(page, '?limit=25')
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(async () => rows(page).count()).toBe(25)
  const [first] = await titles(page)
  const before = await prices(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^26 to 50$/)).toBeVisible()
  await expect.poll(() => prices(page)).not.toEqual(before)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText(/^1 to 25$/)).toBeVisible()
  await expect.poll(async () => (await titles(page))[0]).toBe(first)
  await expect(page.getByText(/^(more than )?[\d,]+ products$/)).toBeVisible()
})

test('filters by stores and status, in an address that can be shared', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openAll(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Store' }).click()
  // The box follows the address, a moment after the click.
  const box = page.getByRole('checkbox', { name: 'North Supply', exact: true })
  await box.click()
  await expect(box).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Draft' }).click()
  await expect(page.getByText('Store: North Supply', { exact: true })).toBeVisible()
  for (const row of await rows(page).all()) await expect(row).toContainText(/North Supply.*Draft|Draft.*North Supply/s)
  await page.reload()
  await expect(page.getByText('Store: North Supply', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Draft' })).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toContainText('North Supply')
})

test('opens a product beside the same one in other stores by keyboard', async ({ page, signInAs }) => {
  await page.setViewportSize(widths.desktop)
  await signInAs('owner')
  await openAll(page)
  const opener = rows(page).first().getByRole('button')
  const title = await opener.innerText()
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: title, exact: true })
  await expect(panel.getByRole('heading', { name: 'In other stores' })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Variants' })).toBeVisible()
  await expectFineEverywhere(page)
  await page.setViewportSize(widths.desktop)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await pressByKey(page, panel.getByRole('link', { name: /^Open in / }))
  await expect(page).toHaveURL(/\/products\?.*product=/)
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
})

test('is fine on every width, in both themes, with filters and an empty list', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openAll(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectFineEverywhere(page)
  await page.goto('/products/all?search=zzzzqqqq')
  await expect(page.getByText('No products found')).toBeVisible()
  await expectFineEverywhere(page)
  await page.goto('/settings?tab=catalogue')
  await expect(page.getByRole('button', { name: /^Read again: North Supply/ })).toBeVisible()
  await expectFineEverywhere(page)
})
