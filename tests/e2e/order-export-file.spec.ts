import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { headerText } from '#shared/header-text.ts'
import { defaultOrderColumns, orderColumn, orderColumns } from '#shared/order-columns.ts'
import { expectedOrderRows } from '#tests/support/expected-orders.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { holdBack } from './calls.ts'
import {
  available,
  chooseColumns,
  chooseSheet,
  chosen,
  csvCall,
  dialog,
  documentUrl,
  openExport,
  sheetCall,
  start,
} from './order-export-page.ts'
import { names, openOrders, rows } from './orders-page.ts'

async function exportedFile(page: Page): Promise<Download> {
  const file = page.waitForEvent('download')
  await start(page).click()
  return file
}

async function cellsOf(file: Download): Promise<string[][]> {
  return parse(await readFile(await file.path(), 'utf8'), { bom: true, record_delimiter: '\r\n' })
}

function shopCalled(name: string) {
  const shop = demoShops.find((one) => one.name === name)
  if (!shop) throw new Error(`there is no shop ${name}`)
  return shop
}

const csvDone = (page: Page) => dialog(page).getByText('Orders exported to CSV successfully!')

test.describe('the downloaded file', () => {
  test('holds, cell by cell, what two shops of two platforms have sold', async ({ page, signInAs }) => {
    test.slow()
    await signInAs('manager')
    await openOrders(page, '?stores="all"')
    await openExport(page)
    await available(page).getByRole('button', { name: 'All', exact: true }).click()
    const file = await exportedFile(page)
    expect(file.suggestedFilename()).toMatch(/^orders-export-\d{13}\.csv$/)
    await expect(csvDone(page)).toBeVisible()
    await expect(dialog(page).getByText(/^Note: Not available from ShopBase: /)).toBeVisible()
    const columns = [...new Set([...defaultOrderColumns, ...orderColumns])]
    const [header, ...lines] = await cellsOf(file)
    expect(header).toEqual(columns.map((column) => orderColumn[column].label))
    const sold = ['Harbor & Pine', 'Print House']
      .map(shopCalled)
      .flatMap((shop) => ordersOf(shop).flatMap((order) => expectedOrderRows(shop, order, columns)))
    expect(lines).toHaveLength(sold.length)
    expect(lines.filter((cells, index) => cells.join('\0') !== sold[index]?.join('\0'))).toEqual([])
  })

  test('is written in the chosen format of CSV', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page)
    await rows(page).nth(0).locator('td').nth(3).click()
    await openExport(page)
    await chooseColumns(page, 'Name', 'Total')
    await dialog(page).getByText('CSV format').click()
    await dialog(page).getByLabel('Separator').selectOption('Semicolon')
    await dialog(page).getByLabel('Mark the file as UTF-8').uncheck()
    await expect(dialog(page).getByText('semicolon, without the UTF-8 mark, formulas protected')).toBeVisible()
    const file = await exportedFile(page)
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^Name;Total\r\n#?[\w-]+;[\d.]+\r\n$/)
  })

  test('holds the selected orders alone, in the chosen columns and order', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page)
    const [first = '', , third = ''] = await names(page)
    for (const at of [0, 2]) await rows(page).nth(at).locator('td').nth(3).click()
    await openExport(page)
    await chooseColumns(page, 'Total', 'Currency', 'Name')
    await chosen(page)
      .nth(2)
      .dragTo(chosen(page).nth(0), { targetPosition: { x: 80, y: 4 } })
    const [header, ...lines] = await cellsOf(await exportedFile(page))
    expect(header).toEqual(['Name', 'Total', 'Currency'])
    const orders = ordersOf(shopCalled('Harbor & Pine')).filter(({ name }) => name === first || name === third)
    expect(lines).toEqual(orders.map(({ name, total, currency }) => [name, total, currency]))
  })

  test('can be made in the background, and is announced', async ({ page, signInAs }) => {
    test.slow()
    await signInAs('staff')
    await openOrders(page, '?createdAfter=2026-10-01&createdBefore=2026-10-20')
    await openExport(page)
    await chooseColumns(page, 'Name', 'Total')
    await dialog(page).getByRole('checkbox', { name: 'Export in the background' }).check()
    await start(page).click()
    await expect(dialog(page).getByText('Export job created! You will be notified when complete.')).toBeVisible()
    await page.keyboard.press('Escape')
    const news = page.getByRole('status', { name: 'Finished exports' })
    await expect(news).toContainText('Export finished')
    await expect(news).toContainText(/\d+ of \d+ orders/)
    const saved = page.waitForEvent('download')
    await news.getByRole('button', { name: 'Download' }).click()
    const [header, ...lines] = await cellsOf(await saved)
    expect(header).toEqual(['Name', 'Total'])
    expect(lines.length).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^My exports/ }).click()
    await expect(page.getByRole('list', { name: 'My exports' }).getByRole('listitem').first()).toContainText('Order export')
  })
})

/** Replaces the server's answer. */
async function answered(page: Page, { warning }: { warning?: string } = {}) {
  const headers = warning === undefined ? {} : { 'x-export-warning': headerText(warning) }
  await page.route(csvCall, (route) => route.fulfill({ body: 'Name\r\n', contentType: 'text/csv', headers }))
  const written = { sheetName: 'Orders 2026-01-31 101500', url: documentUrl, rows: 1_234, warning: warning ?? null }
  await page.route(sheetCall, (route) => route.fulfill({ json: { success: true, data: written, sheetName: written.sheetName } }))
}

test.describe('the export', () => {
  test('shows its progress, and cannot be started twice', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    await page.evaluate(() => {
      const seen = new Set<string>()
      const look = () => document.querySelectorAll('[role=progressbar]').forEach((bar) => seen.add(bar.getAttribute('aria-valuenow') ?? ''))
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      Object.assign(window, { seenPercents: seen })
    })
    const release = await holdBack(page, (url) => url.pathname.endsWith('/export/csv'))
    await start(page).click()
    await expect(dialog(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
    await expect(start(page)).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()
    release()
    await expect(csvDone(page)).toBeVisible()
    expect(await page.evaluate('[...window.seenPercents]')).toEqual(['10', '30', '70', '90'])
  })

  for (const [destination, warning, ms] of [
    ['File', undefined, 2_000],
    ['Google Sheets', undefined, 3_000],
    ['File', 'Miền Nam: only orders of the last 60 days are visible', 5_000],
    ['Google Sheets', 'North: only orders of the last 60 days are visible', 5_000],
  ] as const)
    test(`into ${destination} closes after ${ms / 1_000} s${warning ? ' with a warning' : ''}`, async ({ page, signInAs }) => {
      const now = Date.now()
      await answered(page, warning === undefined ? {} : { warning })
      await signInAs('manager')
      await page.clock.install({ time: now })
      await openOrders(page)
      await openExport(page)
      if (destination === 'Google Sheets') {
        await chooseSheet(page, documentUrl)
        await page.clock.runFor(1_000)
        await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
      }
      await page.clock.pauseAt(now + 600_000)
      await start(page).click()
      const done = destination === 'File' ? csvDone(page) : dialog(page).getByText(/Sheet: Orders 2026-01-31 101500/)
      await expect(done).toBeVisible()
      const result = destination === 'File' ? /^6 bytes · orders-export-\d+\.csv$/ : /^1,234 rows$/
      await expect(dialog(page).getByText(result)).toBeVisible()
      if (warning) await expect(dialog(page).getByText(`Note: ${warning}`)).toBeVisible()
      await page.clock.runFor(ms - 1)
      await expect(done).toBeVisible()
      await page.clock.runFor(1)
      await page.clock.resume()
      await expect(dialog(page)).toHaveCount(0)
    })

  test('stays to be read while somebody is at it', async ({ page, signInAs }) => {
    await answered(page)
    await signInAs('manager')
    await page.clock.install()
    await openOrders(page)
    await openExport(page)
    await start(page).click()
    await csvDone(page).hover()
    await page.clock.fastForward(10_000)
    await expect(csvDone(page)).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.fastForward(2_000)
    await expect(dialog(page)).toHaveCount(0)
  })

  const refusal = { status: 422, json: { success: false, message: 'The shop is closed', error: { code: 'STORE_REFUSED' } } }
  for (const [destination, call, failed, unanswered] of [
    ['File', csvCall, 'Export failed', 'Failed to export to CSV'],
    ['Google Sheets', sheetCall, 'Export to Google Sheets failed', 'Failed to export to Google Sheets'],
  ] as const)
    test(`into ${destination} that fails says why, and can be tried again`, async ({ page, signInAs }) => {
      await signInAs('manager')
      await openOrders(page)
      await openExport(page)
      if (destination === 'Google Sheets') {
        await chooseSheet(page, documentUrl)
        await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
      }
      const alert = dialog(page).getByRole('alert')
      await page.route(call, (route) => route.fulfill(refusal), { times: 1 })
      await start(page).click()
      await expect(alert).toHaveText('The shop is closed')
      await page.route(call, (route) => route.fulfill({ status: 500, body: '<html>' }), { times: 1 })
      await start(page).click()
      await expect(alert).toHaveText(failed)
      await page.route(call, (route) => route.abort(), { times: 1 })
      await start(page).click()
      await expect(alert).toHaveText(unanswered)
      await expect(start(page)).toBeEnabled()
    })

  test('in the background is one job, also when it is started with a double click and its answer gets lost', async ({ page, signInAs }) => {
    const sent: { key: string | undefined; job: unknown }[] = []
    await page.route('**/api/v1/orders/export', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      sent.push({ key: route.request().headers()['idempotency-key'], job: data.job.id })
      await (sent.length === 1 ? route.abort() : route.fulfill({ response }))
    })
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    await dialog(page).getByRole('checkbox', { name: 'Export in the background' }).check()
    await start(page).dblclick()
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to start export')
    expect(sent).toHaveLength(1)
    await start(page).dblclick()
    await expect(dialog(page).getByText('Export job created!')).toBeVisible()
    expect(sent).toHaveLength(2)
    expect(sent[0]?.key).toMatch(/^[\d-]{10,}$/)
    expect(sent[1]).toEqual(sent[0])
  })

  test('in the background that cannot be started says so', async ({ page, signInAs }) => {
    await page.route('**/api/v1/orders/export', (route) => route.abort())
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    await dialog(page).getByRole('checkbox', { name: 'Export in the background' }).check()
    await start(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to start export')
  })

  test('is given up by Cancel', async ({ page, signInAs }) => {
    await holdBack(page, (url) => url.pathname.endsWith('/export/csv'))
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/export/csv'))
    await start(page).click()
    await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await failed
    await expect(dialog(page)).toHaveCount(0)
  })
})
