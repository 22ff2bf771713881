import type { Page } from '@playwright/test'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, holdBack, sentCalls, trpc } from './calls.ts'
import {
  available,
  chooseColumns,
  chooseSheet,
  chosen,
  dialog,
  documentUrl,
  openExport,
  sheetCall,
  start,
  url,
} from './order-export-page.ts'
import { names, openOrders } from './orders-page.ts'

const validate = 'export.sheets.validate'

test.describe('a spreadsheet', () => {
  test('is looked at 1 s after the typing stops', async ({ page, signInAs }) => {
    const now = Date.now()
    await signInAs('manager')
    await page.clock.install({ time: now })
    const calls = sentCalls(page, validate)
    await openOrders(page)
    await openExport(page)
    await dialog(page).getByRole('radio', { name: 'Google Sheets' }).check()
    await page.clock.pauseAt(now + 60_000)
    await url(page).fill(documentUrl.slice(0, -3))
    await page.clock.runFor(600)
    await url(page).fill(documentUrl)
    await page.clock.runFor(999)
    expect(calls).toEqual([])
    const answer = await holdBack(page, trpc(validate))
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect(dialog(page).getByText('Checking access…')).toBeVisible()
    answer()
    await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
    await expect(dialog(page).getByText('A new sheet will be created')).toBeVisible()
    expect(calls).toEqual([{ url: documentUrl }])
    await url(page).fill('https://example.com/spreadsheets/d/abc')
    await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toHaveCount(0)
    await expect(dialog(page).getByText(/^Invalid spreadsheet URL/)).toBeVisible()
    expect(calls).toHaveLength(1)
  })

  const off = 'Google Sheets integration not configured. Please contact administrator.'
  for (const [message, answer] of [
    [off, failed(503, 'SHEETS_OFF', off)],
    ['Please share it with exports@demo.test', failed(422, 'SHEET_REFUSED', 'Please share it with exports@demo.test')],
    ['Invalid URL or no permission', failed(500, 'INTERNAL', 'Something went wrong on our side.')],
  ] as const)
    test(`says "${message}"`, async ({ page, signInAs }) => {
      await changeAnswer(page, validate, () => answer)
      await signInAs('manager')
      await openOrders(page)
      await openExport(page)
      await chooseSheet(page, documentUrl)
      await expect(dialog(page).getByText(message)).toBeVisible()
      await start(page).click()
      await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a valid spreadsheet URL with write permission')
    })

  test('has its dates as dates, where that is chosen', async ({ page, signInAs }) => {
    await page.route(sheetCall, (route) => route.abort())
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    const asDates = dialog(page).getByRole('checkbox', { name: 'Write dates as dates' })
    await expect(asDates).toHaveCount(0)
    await chooseSheet(page, documentUrl)
    await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
    for (const sheetDates of ['text', 'date']) {
      const sent = page.waitForRequest(sheetCall)
      await start(page).click()
      expect((await sent).postDataJSON()).toMatchObject({ url: documentUrl, sheetDates })
      await expect(dialog(page).getByRole('alert')).toHaveText('Failed to export to Google Sheets')
      await asDates.check()
    }
  })

  test('that nobody could look at is said so', async ({ page, signInAs }) => {
    await page.route(trpc(validate), (route) => route.abort())
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    await chooseSheet(page, documentUrl)
    await expect(dialog(page).getByText('Failed to validate URL')).toBeVisible()
  })

  test('is given a new sheet with the rows', async ({ page, signInAs }, { config }) => {
    await signInAs('manager')
    await openOrders(page)
    const [first = '', second = ''] = await names(page)
    for (const name of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await openExport(page)
    await chooseColumns(page, 'Name', 'Total')
    await chooseSheet(page, documentUrl)
    await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
    await start(page).click()
    const done = dialog(page).getByText(/^Orders exported successfully! Sheet: Orders \d{4}-\d\d-\d\d \d{6}/)
    await expect(done).toBeVisible()
    const [, title = ''] = /Sheet: (Orders \d{4}-\d\d-\d\d \d{6})/.exec(await done.innerText()) ?? []
    const link = dialog(page).getByRole('link', { name: 'Open the sheet' })
    await expect(link).toHaveAttribute('href', /^https:\/\/docs\.google\.com\/spreadsheets\/d\/demo-exports/)
    await page.goto(`http://127.0.0.1:${config.webServer?.env?.['SANDBOX_PORT']}/spreadsheets/d/demo-exports`)
    await page.getByRole('link', { name: title }).first().click()
    const shop = demoShops.find(({ name }) => name === 'Harbor & Pine')
    if (!shop) throw new Error('there is no such shop')
    const sold = ordersOf(shop).filter(({ name }) => name === first || name === second)
    expect(sold).toHaveLength(2)
    await expect(page.getByRole('cell')).toHaveText(['Name', 'Total', ...sold.flatMap(({ name, total }) => [name, total])])
  })
})

test.describe('a template', () => {
  const saved = (page: Page, name: string) => dialog(page).getByRole('radio', { name })

  test('keeps the columns, is loaded, and deleted after a question', async ({ page, signInAs }) => {
    test.slow()
    const name = `Sums ${crypto.randomUUID().slice(0, 8)}`
    const now = Date.now()
    await signInAs('manager')
    await page.clock.install({ time: now })
    await openOrders(page)
    await openExport(page)
    await chooseColumns(page, 'Total', 'Name')
    const save = dialog(page).getByRole('button', { name: 'Save Template' })
    await save.click()
    await save.click()
    await expect(dialog(page).getByText('Please enter a template name for orders')).toBeVisible()
    await dialog(page).getByLabel('Template name').fill(name)
    await dialog(page).getByLabel('Template name').press('Enter')
    await expect(dialog(page).getByText('Template saved successfully!')).toBeVisible()
    await expect(saved(page, name)).toBeChecked()
    await dialog(page).getByRole('radio', { name: 'Default columns (54)' }).check()
    await expect(chosen(page)).toHaveCount(54)
    await saved(page, name).check()
    await expect(dialog(page).getByText(`Template "${name}" loaded!`)).toBeVisible()
    await expect(chosen(page)).toHaveText([/Total/, /Name/])

    const remove = dialog(page).getByRole('button', { name: `Delete template ${name}` })
    await remove.click()
    await expect(dialog(page).getByText('Are you sure you want to delete this template?')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Keep' }).click()
    await expect(saved(page, name)).toBeVisible()
    await remove.click()
    await page.clock.pauseAt(now + 600_000)
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    const deleted = dialog(page).getByText('Template deleted successfully!')
    // Calls are also sent only while the clock moves.
    await expect(async () => {
      await page.clock.runFor(1)
      await expect(deleted).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.clock.runFor(2_900)
    await expect(deleted).toBeVisible()
    await page.clock.runFor(100)
    await expect(deleted).toHaveCount(0)
    await expect(saved(page, name)).toHaveCount(0)
  })

  test('that cannot be saved says so', async ({ page, signInAs }) => {
    await changeAnswer(page, 'export.templates.create', () => failed(500, 'INTERNAL', 'Something went wrong on our side.'))
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    await available(page).getByRole('checkbox', { name: 'Customer Name' }).check()
    await dialog(page).getByRole('button', { name: 'Save Template' }).click()
    await dialog(page).getByLabel('Template name').fill('Codes')
    await dialog(page).getByLabel('Template name').press('Enter')
    await expect(dialog(page).getByText('Failed to save template')).toBeVisible()
  })
})
