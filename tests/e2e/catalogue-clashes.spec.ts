// What clashes between the catalogues of the demo's stores.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { forgetStore } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { arrowTo, pressByKey, tabTo, typeInto } from './keyboard.ts'
import { withoutPictures } from './products-page.ts'

const entries = (page: Page) => page.getByRole('list', { name: 'Clashes' }).locator(':scope > li')
const fresh = (page: Page) => page.getByText(/^All \d+ stores checked within/)
const field = (page: Page) => page.getByRole('textbox', { name: 'Search clashes' })

/** A store is compared once it has been read as a whole, which begins when the server starts. */
async function openClashes(page: Page, address = '') {
  await page.goto(`/products/all/clashes${address}`)
  await expect(fresh(page)).toBeVisible({ timeout: 240_000 })
  await page.reload()
}

test.describe.configure({ mode: 'serial', timeout: 400_000 })
test.beforeEach(async ({ page }) => {
  await withoutPictures(page)
  await forgetStore(page)
})

test('lists clashes by kind, and opens a product of one by keyboard', async ({ page, signInAs }) => {
  await page.setViewportSize(widths.desktop)
  await signInAs('owner')
  await openClashes(page)
  await page.goto('/products/all')
  await pressByKey(page, page.getByRole('link', { name: 'Clashes' }))
  await expect(page).toHaveURL('/products/all/clashes')
  await expect(page.getByRole('heading', { name: 'Clashes', level: 1 })).toBeFocused()
  await expect(entries(page).first()).toBeVisible()
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await arrowTo(page, page.getByRole('tab', { name: 'Price' }), 'ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('tab') === 'price')
  await expect(entries(page).first().locator('[data-clashes]').first()).toBeVisible()
  const opener = entries(page).first().getByRole('row').nth(1).getByRole('button')
  const title = await opener.innerText()
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
  await expectFineEverywhere(page)
})

for (const name of ['desktop', 'phone'] as const)
  test.describe(`on a ${name}`, () => {
    test('ignores a clash with a reason, for everybody, until it is shown again', async ({ page, signInAs }) => {
      await page.setViewportSize(widths[name])
      await signInAs('owner')
      await openClashes(page, '?tab=price')
      const code = (await entries(page).first().getByRole('heading').innerText()).replace(/^(SKU|Barcode) /, '')
      await typeInto(page, field(page), code)
      await expect(entries(page).first().getByRole('heading')).toContainText(code)
      await pressByKey(page, page.getByRole('button', { name: `Ignore ${code}` }).first())
      const dialog = page.getByRole('dialog', { name: 'Ignore a clash' })
      await expect(dialog.getByRole('button', { name: 'Ignore' })).toBeDisabled()
      await typeInto(page, dialog.getByRole('textbox', { name: 'Reason' }), 'The outlet is cheaper')
      if (name === 'desktop') await expectFineEverywhere(page)
      await page.setViewportSize(widths[name])
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab')
      await arrowTo(page, page.getByRole('tab', { name: 'Ignored' }), 'ArrowRight')
      await page.keyboard.press('Enter')
      await expect(entries(page)).toHaveCount(1)
      await expect(entries(page)).toContainText('The outlet is cheaper')
      if (name === 'desktop') await expectFineEverywhere(page)
      await page.setViewportSize(widths[name])
      await pressByKey(page, page.getByRole('button', { name: 'Show again' }))
      await expect(page.getByText('No clashes found')).toBeVisible()
      await pressByKey(page, page.getByRole('button', { name: 'Show all clashes' }))
      await expect(entries(page).first()).toBeVisible()
    })
  })

test('downloads what the filters leave, as CSV', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openClashes(page, '?tab=double')
  await expect(entries(page).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^catalogue_clashes_\d{4}-\d\d-\d\d\.csv$/)
  const found = parse<Record<string, string>>(await readFile(await file.path()), { bom: true, columns: true })
  expect(new Set(found.map(({ clashes }) => clashes))).toEqual(new Set(['double']))
})
