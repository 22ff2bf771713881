// Files of other formats than CSV, from the dialogs to the downloaded file.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { readXlsx } from '../../proofs/format-readers.ts'
import * as products from './export-page.ts'
import { pressByKey, tabTo } from './keyboard.ts'
import * as orders from './order-export-page.ts'
import { openOrders } from './orders-page.ts'
import { openProducts, withoutPictures } from './products-page.ts'

test.beforeEach(({ page }) => withoutPictures(page))

const jobMade = 'Export job created! You will be notified when complete.'
/** The button of a finished export, which is called like its file. */
const download = (page: Page, name: RegExp) => page.getByRole('status', { name: 'Finished exports' }).getByTitle(name)

test('products are exported to Excel with the keyboard alone', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('staff')
  await openProducts(page, '?status=%22draft%22')
  await pressByKey(page, page.getByRole('button', { name: 'Export', exact: true }))
  const format = products.dialog(page).getByLabel('Format')
  await tabTo(page, format)
  await page.keyboard.type('Excel')
  await expect(format).toHaveValue('xlsx')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(products.dialog(page).getByText(jobMade)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(products.dialog(page)).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await pressByKey(page, download(page, /\.xlsx$/), 'Shift+Tab')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const shop = demoShops.find(({ name }) => name === 'Lotus Sài Gòn')
  const drafts = shop ? catalogueOf(shop).products.filter(({ status }) => status === 'DRAFT') : []
  const [header, ...rows] = await readXlsx(await readFile(await file.path()))
  const titles = rows.map((row) => row[header?.indexOf('Title') ?? -1]).filter((title) => title !== '')
  expect(titles).toEqual(drafts.map(({ title }) => title))
  await page.getByRole('button', { name: /^My exports/ }).click()
  await expect(page.getByRole('list', { name: 'My exports' }).getByText(/^Excel \(XLSX\), [\d.]+ [kM]B$/)).toBeVisible()
})

test('the chosen format of orders is remembered, and a sheet has none', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('manager')
  await openOrders(page, '?createdAfter=2026-10-01&createdBefore=2026-10-20')
  await orders.openExport(page)
  const format = orders.dialog(page).getByLabel('Format')
  await expect(format).toHaveValue('csv')
  await format.selectOption('Parquet')
  await orders.dialog(page).getByRole('radio', { name: 'Google Sheets' }).check()
  await expect(format).toHaveCount(0)
  await orders.dialog(page).getByRole('radio', { name: 'File' }).check()
  await orders.start(page).click()
  await expect(orders.dialog(page).getByText(jobMade)).toBeVisible()
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await download(page, /\.parquet$/).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.parquet$/)
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('PAR1')
  await page.reload()
  await orders.openExport(page)
  await expect(format).toHaveValue('parquet')
  await expect(orders.dialog(page).getByRole('checkbox', { name: 'Export in the background' })).toHaveCount(0)
})
