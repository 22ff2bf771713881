// What has changed in the catalogues of all stores, as the demo's server sees it when products of its shops change.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { forgetStore } from './calls.ts'
import { changeProduct } from './changed-product.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { pressByKey, tabTo } from './keyboard.ts'
import { withoutPictures } from './products-page.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true }).locator('tbody').getByRole('row')
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })

/** Presses "Download CSV" by keyboard, and answers the rows of the file. */
async function downloaded(page: Page) {
  const download = page.waitForEvent('download')
  await pressByKey(page, page.getByRole('button', { name: 'Download CSV' }))
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^catalogue_changes_\d{4}-\d\d-\d\d\.csv$/)
  return parse<Record<string, string>>(await readFile(await file.path()), { bom: true, columns: true })
}

test.describe.configure({ mode: 'serial', timeout: 600_000 })
test.beforeEach(async ({ page }) => {
  await withoutPictures(page)
  await forgetStore(page)
})

let changed: Awaited<ReturnType<typeof changeProduct>>

test('lists a change within minutes, and opens its product by keyboard', async ({ page, signInAs, rest }) => {
  changed = await changeProduct(rest)
  await page.setViewportSize(widths.desktop)
  await signInAs('owner')
  await page.goto('/products/all')
  await pressByKey(page, page.getByRole('link', { name: 'Changes' }))
  await expect(page).toHaveURL('/products/all/changes')
  await expect(page.getByRole('heading', { name: 'Changes', level: 1 })).toBeFocused()
  const ofProduct = rows(page).filter({ hasText: changed.title })
  await expect(ofProduct.filter({ hasText: 'Title' })).toContainText(changed.before)
  await expect(ofProduct.filter({ hasText: 'Price' })).toContainText(`£${changed.priceBefore}`)
  await expect(ofProduct.filter({ hasText: 'Price' })).toContainText(`£${changed.price}`)
  const opener = ofProduct.first().getByRole('button')
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: changed.title, exact: true })
  await expect(panel.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await expect(panel.getByRole('figure')).toContainText(`Price from £${changed.priceBefore} to £${changed.price}`)
  await expect(panel.getByRole('region', { name: 'Newest changes' })).toContainText(changed.before)
  await expectFineEverywhere(page)
  await page.setViewportSize(widths.desktop)
  await pressByKey(page, panel.getByRole('link', { name: 'All changes' }))
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('of') === changed.id)
  await expect(page.getByText(`Product: ${changed.title}`)).toBeVisible()
})

for (const name of ['desktop', 'phone'] as const)
  test.describe(`on a ${name}`, () => {
    test('filters by kind and period by keyboard, in an address that can be shared', async ({ page, signInAs }) => {
      await page.setViewportSize(widths[name])
      await signInAs('owner')
      await page.goto('/products/all/changes')
      await expect(rows(page).first()).toBeVisible()
      const kind = filters(page).getByRole('button', { name: 'Change' })
      await pressByKey(page, kind)
      const box = page.getByRole('checkbox', { name: 'Price' })
      await tabTo(page, box)
      await page.keyboard.press('Space')
      await expect(box).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(kind).toBeFocused()
      await expect(page.getByText('Change: Price', { exact: true })).toBeVisible()
      await expect(rows(page).filter({ hasText: 'Title' })).toHaveCount(0)
      await expect(rows(page).filter({ hasText: changed.title })).toHaveCount(1)
      const found = await downloaded(page)
      expect(new Set(found.map((row) => row['kind']))).toEqual(new Set(['price']))
      await pressByKey(page, filters(page).getByRole('button', { name: 'Period' }), 'Shift+Tab')
      const period = page.getByRole('combobox', { name: /^Period/ })
      await tabTo(page, period)
      // No other option begins with it.
      await page.keyboard.press('Y')
      await expect(period).toHaveValue('yesterday')
      await page.keyboard.press('Escape')
      await expect(page.getByText('No changes found')).toBeVisible()
      await page.reload()
      await expect(page.getByText('No changes found')).toBeVisible()
      if (name === 'desktop') await expectFineEverywhere(page)
      await page.setViewportSize(widths[name])
      await pressByKey(page, page.getByRole('button', { name: 'Show all changes' }))
      await expect(rows(page).filter({ hasText: changed.title })).toHaveCount(2)
    })
  })

test('downloads what the filters leave, as CSV', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto(`/products/all/changes?of=${encodeURIComponent(changed.id)}&kinds=${encodeURIComponent('["price"]')}`)
  await expect(rows(page)).toHaveCount(1)
  expect(await downloaded(page)).toMatchObject([
    {
      store_name: changed.storeName,
      product_id: changed.id.split(':')[1],
      title: changed.title,
      kind: 'price',
      before: changed.priceBefore,
      after: changed.price,
      currency: 'GBP',
    },
  ])
})

test('is fine on every width and in both themes', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/products/all/changes')
  await expect(rows(page).first()).toBeVisible()
  await expectFineEverywhere(page)
})
