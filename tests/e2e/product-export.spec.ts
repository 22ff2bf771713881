import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import type { CatalogueProduct } from '#sandbox/catalogue/record.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { productFields } from '#shared/product-fields.ts'
import { expectedRows } from '#tests/support/expected-csv.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { holdBack } from './calls.ts'
import { columnsTab, csvCall, dialog, openExport, start } from './export-page.ts'
import { chooseStore, openFilters, openMenu, openProducts, rows, settled, withoutPictures } from './products-page.ts'

async function exportedFile(page: Page): Promise<Download> {
  const file = page.waitForEvent('download')
  await start(page).click()
  return file
}

async function cellsOf(file: Download): Promise<string[][]> {
  return parse(await readFile(await file.path(), 'utf8'), { bom: true, record_delimiter: '\r\n' })
}

/** A shop's products in the sandbox, and the expected content of an export of some of them. */
function shopCalled(name: string) {
  const shop = demoShops.find((one) => one.name === name)
  if (!shop) throw new Error(`there is no shop ${name}`)
  const { products, collections } = catalogueOf(shop)
  const collectionTitles = new Map(collections.map(({ id, title }) => [id, title]))
  const rowsFor = (which: (product: CatalogueProduct) => boolean) =>
    products.filter(which).flatMap((product) => expectedRows({ platform: shop.platform, collectionTitles }, product, productFields))
  return { products, rowsFor }
}

test.beforeEach(({ page }) => withoutPictures(page))

test.describe('the downloaded file', () => {
  test('holds, cell by cell, what the shop sells: all active products', async ({ page, signInAs }) => {
    await signInAs('staff')
    await openProducts(page)
    await page.getByRole('tab', { name: 'Active' }).click()
    await settled(page)
    await openExport(page)
    const file = await exportedFile(page)
    expect(file.suggestedFilename()).toMatch(/^products_export_\d{4}-\d\d-\d\d\.csv$/)
    await expect(dialog(page).getByText('CSV file downloaded successfully!')).toBeVisible()
    await expect(dialog(page).getByText(`rows · `)).toHaveText(new RegExp(`^[\\d,]+ rows · [\\d.]+ [kM]B · ${file.suggestedFilename()}$`))
    const [header, ...lines] = await cellsOf(file)
    expect(header).toEqual([...productFields])
    expect(lines).toEqual(shopCalled('Lotus Sài Gòn').rowsFor(({ status }) => status === 'ACTIVE'))
  })

  test('holds, cell by cell, what a ShopBase shop sells of one type', async ({ page, signInAs }) => {
    const { products, rowsFor } = shopCalled('Print House')
    const type = products[0]?.productType ?? ''
    await signInAs('manager')
    await openProducts(page)
    await chooseStore(page, 'Print House')
    await openFilters(page)
    await (await openMenu(page, 'Types')).getByRole('radio', { name: type, exact: true }).check()
    await settled(page)
    await page.keyboard.press('Escape')
    await openExport(page)
    await expect(dialog(page).getByRole('note')).toHaveCount(0)
    await columnsTab(page).click()
    const category = dialog(page).getByRole('checkbox', { name: 'Product Category', exact: true })
    await expect(category).toHaveAccessibleDescription('Empty on ShopBase')
    const [, ...lines] = await cellsOf(await exportedFile(page))
    await expect(dialog(page).getByText('Note:')).toHaveCount(0)
    expect(lines).toEqual(rowsFor(({ productType }) => productType === type))
  })

  test('holds the selected products only, in the chosen columns and order', async ({ page, signInAs }) => {
    const { products } = shopCalled('Lotus Sài Gòn')
    await signInAs('staff')
    await openProducts(page)
    const titles = await Promise.all([2, 5].map((at) => rows(page).nth(at).locator('td').nth(1).innerText()))
    for (const at of [2, 5]) await rows(page).nth(at).click()
    await openExport(page)
    await columnsTab(page).click()
    await dialog(page).getByRole('button', { name: 'Clear' }).click()
    for (const name of ['Vendor', 'Title']) await dialog(page).getByRole('checkbox', { name, exact: true }).check()
    await dialog(page).getByRole('button', { name: 'Move Title up' }).click()
    const [header, ...lines] = await cellsOf(await exportedFile(page))
    expect(header).toEqual(['Title', 'Vendor'])
    const sold = titles.map((title) => [title, products.find((product) => product.title === title)?.vendor])
    expect(lines.filter(([title]) => title).toSorted()).toEqual(sold.toSorted())
  })
})

test.describe('the export', () => {
  test('shows its progress, cannot be started twice, and closes 2 s after its success', async ({ page, signInAs }) => {
    const now = Date.now()
    await signInAs('staff')
    await page.clock.install({ time: now })
    await openProducts(page)
    await openExport(page)
    await page.evaluate(() => {
      const seen = new Set<string>()
      const look = () => document.querySelectorAll('[role=progressbar]').forEach((bar) => seen.add(bar.getAttribute('aria-valuenow') ?? ''))
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      Object.assign(window, { seenPercents: seen })
    })
    const release = await holdBack(page, (url) => url.pathname.endsWith('/products/export/csv'))
    await start(page).click()
    await expect(dialog(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
    await expect(start(page)).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()
    await page.clock.pauseAt(now + 120_000)
    release()
    await expect(dialog(page).getByText('CSV file downloaded successfully!')).toBeVisible()
    expect(await page.evaluate('[...window.seenPercents]')).toEqual(['10', '30', '70'])
    await page.clock.runFor(1_999)
    await expect(dialog(page).getByText('CSV file downloaded successfully!')).toBeVisible()
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('keeps its message while somebody is at it', async ({ page, signInAs }) => {
    const warning = 'Only the first 5 of 300 products are exported (Max Items)'
    await page.route(csvCall, (route) =>
      route.fulfill({ body: 'Title\r\n', contentType: 'text/csv', headers: { 'x-export-warning': warning } }),
    )
    const now = Date.now()
    await signInAs('staff')
    await page.clock.install({ time: now })
    await openProducts(page)
    await openExport(page)
    const file = await exportedFile(page)
    expect(file.suggestedFilename()).toMatch(/^products_export_\d{4}-\d\d-\d\d\.csv$/)
    await expect(dialog(page).getByText(`Note: ${warning}`)).toBeVisible()
    await dialog(page).getByText('Note:').hover()
    await page.clock.fastForward(10_000)
    await expect(dialog(page).getByText(`Note: ${warning}`)).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.fastForward(2_000)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('that is refused says why, and can be tried again', async ({ page, signInAs }) => {
    const answers = [{ message: 'outer', error: { code: 'STORE_BUSY', message: 'inner' } }, { message: 'The shop is closed' }]
    await page.route(csvCall, (route) => route.fulfill({ status: 422, json: { success: false, ...answers.shift() } }))
    await signInAs('staff')
    await openProducts(page)
    await openExport(page)
    for (const message of ['inner', 'The shop is closed']) {
      await start(page).click()
      await expect(dialog(page).getByRole('alert')).toHaveText(message)
    }
    await expect(start(page)).toBeEnabled()
  })

  test('that breaks off on the way failed, and leaves no file', async ({ page, request, signInAs }, { config }) => {
    const port = config.webServer?.env?.['SANDBOX_PORT']
    // Only exports request such pages, and no other test exports from this shop. A small selection does not use a bulk operation.
    const fault = { shop: 'north.myshopify.com', operation: 'ExportPage', kind: 'status', status: 403, after: 2, times: 1 }
    expect((await request.post(`http://127.0.0.1:${port}/control/faults`, { data: fault })).ok()).toBe(true)
    await signInAs('owner')
    await openProducts(page)
    await chooseStore(page, 'North Supply')
    await openExport(page)
    await dialog(page).getByLabel('Max Items').fill('900')
    let files = 0
    page.on('download', () => files++)
    const answer = page.waitForResponse(csvCall)
    await start(page).click()
    expect((await answer).status()).toBe(200)
    await expect(dialog(page).getByRole('alert')).toHaveText('Export products failed')
    expect(files).toBe(0)
  })

  test('that cannot reach the server says that it did not start', async ({ page, signInAs }) => {
    await page.route(csvCall, (route) => route.abort())
    await signInAs('staff')
    await openProducts(page)
    await openExport(page)
    await start(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to start export')
  })

  test('is given up by Cancel', async ({ page, signInAs }) => {
    await holdBack(page, (url) => url.pathname.endsWith('/products/export/csv'))
    await signInAs('staff')
    await openProducts(page)
    await openExport(page)
    const failed = page.waitForEvent('requestfailed')
    await start(page).click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    expect((await failed).url()).toContain('/products/export/csv')
    await expect(dialog(page)).toHaveCount(0)
    await openExport(page)
    await expect(start(page)).toBeEnabled()
  })
})
