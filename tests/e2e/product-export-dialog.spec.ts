import type { Page } from '@playwright/test'
import { productFields } from '#shared/product-fields.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { chosen, columnsTab, csvCall, dialog, openExport, start } from './export-page.ts'
import { openProducts, rows, withoutPictures } from './products-page.ts'

/** Intercepts the dialog's request and returns it. */
async function sentRequest(page: Page): Promise<unknown> {
  const request = page.waitForRequest(csvCall)
  await start(page).click()
  return (await request).postDataJSON()
}

test.beforeEach(({ page }) => withoutPictures(page))

test('starts on its settings, with what is selected', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await expect(dialog(page).getByRole('tab')).toHaveText(['Settings & Templates', 'Columns (52)'])
  await expect(dialog(page).getByRole('tab', { selected: true })).toHaveText('Settings & Templates')
  await expect(dialog(page).getByRole('radio', { name: 'Selected (0)' })).not.toBeChecked()
  await expect(dialog(page).getByRole('radio', { name: 'All Filtered' })).toBeChecked()
  await expect(dialog(page).getByRole('radio', { name: 'All Fields' })).toBeChecked()
  await expect(dialog(page).getByRole('button', { name: 'Delete template All Fields' })).toHaveCount(0)
  for (const name of ['Save as Template', 'Cancel', 'Start Export']) await expect(dialog(page).getByRole('button', { name })).toBeVisible()
  await expect(dialog(page).getByLabel('Max Items')).toHaveValue('50000')
  await expect(dialog(page).getByLabel('Rows Per Product')).toHaveValue('0')
  await columnsTab(page).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  await rows(page).nth(0).click()
  await rows(page).nth(1).click()
  await openExport(page)
  await expect(dialog(page).getByRole('tab', { selected: true })).toHaveText('Settings & Templates')
  await expect(dialog(page).getByRole('radio', { name: 'Selected (2)' })).toBeChecked()
})

test('both tabs are fine to use on every screen and in both schemes', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('staff')
  await openProducts(page, '?search=twin')
  await openExport(page)
  for (const name of ['Settings & Templates', 'Columns (52)']) {
    await dialog(page).getByRole('tab', { name }).click()
    await expectFineEverywhere(page)
  }
})

test('sends the filters for all, and for the selected ones their ids alone', async ({ page, signInAs }) => {
  await page.route(csvCall, (route) => route.fulfill({ body: 'Title\r\n', contentType: 'text/csv' }))
  await signInAs('staff')
  await openProducts(page, '?status=%22draft%22&search=a')
  await rows(page).nth(0).click()
  await openExport(page)
  await dialog(page).getByRole('radio', { name: 'All Filtered' }).check()
  const defaults = { exportFormat: 'csv', sheetExport: '', fields: [...productFields], maxItemsPerFile: 50_000, rowsPerProduct: 0 }
  const all = await sentRequest(page)
  expect(all).toEqual({ storeId: expect.any(String), config: { ...defaults, filter: { status: 'draft', search: 'a' } } })
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await openExport(page)
  const selected = await sentRequest(page)
  expect(selected).toEqual({
    storeId: expect.any(String),
    config: { ...defaults, filter: {} },
    productIds: [expect.stringMatching(/^\d+$/)],
  })
})

test('covers the days that are chosen in the dialog, and starts with those of the list', async ({ page, signInAs }) => {
  await page.route(csvCall, (route) => route.fulfill({ body: 'Title\r\n', contentType: 'text/csv' }))
  await signInAs('staff')
  await openProducts(page, '?createdAfter=%222026-01-10%22')
  await openExport(page)
  const all = dialog(page).getByRole('radio', { name: 'All Filtered' })
  await expect(dialog(page).getByLabel('From')).toHaveValue('2026-01-10')
  await expect(all).toHaveAccessibleDescription(/^All products that were created on the days below \([\d,]+ products\)$/)
  await dialog(page).getByLabel('To', { exact: true }).fill('2026-01-01')
  await expect(dialog(page).getByText('The From date is after the To date')).toBeVisible()
  await start(page).click()
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'The From date is after the To date' })).toBeVisible()
  await dialog(page).getByLabel('To', { exact: true }).fill('2026-01-20')
  expect(await sentRequest(page)).toMatchObject({ config: { filter: { createdAfter: '2026-01-10', createdBefore: '2026-01-20' } } })
})

test('cannot start without columns, or without the selected products', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await expect(start(page)).toBeEnabled()
  await dialog(page).getByRole('radio', { name: 'Selected (0)' }).check()
  await expect(start(page)).toBeDisabled()
  await dialog(page).getByRole('radio', { name: 'All Filtered' }).check()
  await columnsTab(page).click()
  await dialog(page).getByRole('button', { name: 'Clear' }).click()
  await expect(start(page)).toBeDisabled()
})

test('lets columns be found, chosen, moved and removed', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await columnsTab(page).click()
  const available = dialog(page).getByRole('region', { name: 'Available columns' })
  await available.getByRole('textbox').fill('seo')
  await expect(available.getByRole('listitem')).toHaveText(['SEO Title', 'SEO Description'])
  await dialog(page).getByRole('button', { name: 'Clear' }).click()
  await expect(columnsTab(page)).toHaveText('Columns (0)')
  for (const name of ['SEO Description', 'SEO Title']) await available.getByRole('checkbox', { name }).check()
  await expect(chosen(page)).toHaveText([/SEO Description/, /SEO Title/])
  const up = dialog(page).getByRole('button', { name: 'Move SEO Title up' })
  await up.press('Enter')
  await expect(chosen(page)).toHaveText([/SEO Title/, /SEO Description/])
  await expect(up).toBeDisabled()
  await expect(up).toBeFocused()
  await expect(dialog(page).getByRole('button', { name: 'Move SEO Description down' })).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Remove SEO Title' }).click()
  await expect(columnsTab(page)).toHaveText('Columns (1)')
  await dialog(page).getByRole('button', { name: 'Select All' }).click()
  await expect(columnsTab(page)).toHaveText('Columns (52)')
  await expect(chosen(page).first()).toContainText('SEO Description')
  await dialog(page).getByRole('button', { name: 'Reset' }).click()
  await expect(chosen(page).first()).toContainText('Title')
  await expect(chosen(page).nth(1)).toContainText('Seller Code')
})

test('offers further columns below the 52, which Select All leaves alone', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await columnsTab(page).click()
  const available = dialog(page).getByRole('region', { name: 'Available columns' })
  await expect(available.getByRole('heading', { level: 3 })).toHaveText(['More Columns', 'Metafields', 'Market prices'])
  await available.getByRole('textbox').fill('unit price')
  await expect(available.getByRole('listitem')).toHaveCount(4)
  const measure = available.getByRole('checkbox', { name: 'Unit Price Total Measure', exact: true })
  await expect(measure).not.toBeChecked()
  await measure.focus()
  await page.keyboard.press('Space')
  await expect(columnsTab(page)).toHaveText('Columns (53)')
  await available.getByRole('button', { name: 'Clear' }).click()
  await available.getByRole('button', { name: 'Select All' }).click()
  await expect(columnsTab(page)).toHaveText('Columns (52)')
})

test('keeps the keyboard in the list where a column is removed, and says so', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await columnsTab(page).click()
  await dialog(page).getByRole('button', { name: 'Clear' }).click()
  for (const name of ['SEO Title', 'SEO Description', 'Vendor']) await dialog(page).getByRole('checkbox', { name, exact: true }).check()
  const list = dialog(page).getByRole('region', { name: 'Selected columns' })
  const remove = (name: string) => list.getByRole('button', { name: `Remove ${name}` })
  await remove('SEO Description').press('Enter')
  await expect(remove('Vendor')).toBeFocused()
  await expect(list.getByRole('status')).toHaveText('SEO Description: removed, 2 left')
  await remove('Vendor').press('Enter')
  await expect(remove('SEO Title')).toBeFocused()
  await remove('SEO Title').press('Enter')
  await expect(list.getByRole('list')).toBeFocused()
})

test('takes what is no whole number in range for the default', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  for (const [label, typed, fallback] of [
    ['Max Items', 'abc', '50000'],
    ['Max Items', '100001', '50000'],
    ['Rows Per Product', '101', '0'],
  ] as const) {
    await dialog(page).getByLabel(label).fill(typed)
    await dialog(page).getByLabel(label).blur()
    await expect(dialog(page).getByLabel(label)).toHaveValue(fallback)
  }
})
