// Screens with unexpected data, links or input.
import { expect, test } from '#tests/support/playwright.ts'
import { dialog as productExport, openExport, start as startProducts } from './export-page.ts'
import { available, chooseColumns, dialog, openExport as openOrderExport, start } from './order-export-page.ts'
import { openOrders, rows } from './orders-page.ts'
import { openProducts } from './products-page.ts'

test('an export forgets its failure as soon as something is changed', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  await openOrderExport(page)
  await available(page).getByRole('button', { name: 'Clear' }).click()
  await start(page).click()
  const failure = dialog(page).getByText('Please select at least one column')
  await expect(failure).toBeVisible()
  await chooseColumns(page, 'Name')
  await expect(failure).toHaveCount(0)
})

test('an export into a sheet that may not be written does not start', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  const url = productExport(page).getByRole('textbox', { name: /Google Sheet|Spreadsheet/ })
  await url.fill('https://docs.google.com/spreadsheets/d/nobody-shared-this/edit')
  await url.blur()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await expect(startProducts(page)).toBeDisabled()
  await url.fill('')
  await expect(startProducts(page)).toBeEnabled()
})

test('a link to a store that one may not see says so', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await openProducts(page, '?store=elsewhere')
  await expect(page.getByText(/store in this link is inactive or deleted, or you have no access to it. .+ is shown instead/)).toBeVisible()
  await openOrders(page, '?stores=%5B%22elsewhere%22%5D')
  await expect(page.getByText('Some stores in this link are inactive or deleted, or you have no access to them.')).toBeVisible()
  await openProducts(page)
  await expect(page.getByText('This link names')).toHaveCount(0)
})

test('the lit tab is told from the others in forced colours', async ({ page, signInAs }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInAs('viewer')
  await openOrders(page)
  const ground = (name: string) => page.getByRole('tab', { name, exact: true }).evaluate((tab) => getComputedStyle(tab).backgroundColor)
  expect(await ground('All')).not.toBe(await ground('Paid'))
})

test('all rows of the page are printed, and nothing that is to be pressed', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await openOrders(page)
  await expect(rows(page)).toHaveCount(50)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Next' })).toBeHidden()
  const hidden = () => page.getByRole('region', { name: 'Orders' }).evaluate((region) => region.scrollHeight - region.clientHeight)
  expect(await hidden()).toBe(0)
})
