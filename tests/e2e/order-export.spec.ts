import type { Page } from '@playwright/test'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import type { Store } from '#shared/stores.ts'
import { expectedOrderRows } from '#tests/support/expected-orders.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { available, chooseColumns, chosen, csvCall, dialog, openExport, start, store } from './order-export-page.ts'
import { accept, invite } from './people.ts'
import { button, openOrders, rows, tab } from './orders-page.ts'

/** Intercepts the dialog's request and returns it. */
async function sentRequest(page: Page): Promise<unknown> {
  const request = page.waitForRequest(csvCall)
  await start(page).click()
  return (await request).postDataJSON()
}

test.describe('the dialog', () => {
  test('has five steps over the stores, selection and filters of the list', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page, '?stores="all"')
    await rows(page).nth(0).locator('td').nth(3).click()
    await rows(page).nth(1).locator('td').nth(3).click()
    await openExport(page)
    await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText([
      /1\s*Export Mode/,
      /2\s*Select Stores/,
      /3\s*Export Destination/,
      /4\s*Column Template/,
      /5\s*Select and Order Columns/,
    ])
    await expect(dialog(page).getByRole('radio', { name: 'Selected Orders (2)' })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: 'All Filtered Orders' })).not.toBeChecked()
    for (const name of ['All stores', 'Harbor & Pine', 'Print House']) await expect(store(page, name)).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: 'File' })).toBeChecked()
    await expect(dialog(page).getByLabel('Spreadsheet URL')).toHaveCount(0)
    await expect(dialog(page).getByText('2 stores · 54 columns')).toBeVisible()
    await store(page, 'Print House').uncheck()
    await expect(dialog(page).getByText('1 store · 54 columns')).toBeVisible()
    await dialog(page).getByRole('radio', { name: 'Google Sheets' }).check()
    await expect(dialog(page).getByLabel('Spreadsheet URL')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page, 'Export')).toBeFocused()
  })

  test('says how many orders there are, and offers the Store column over several stores', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page, '?stores="all"')
    await openExport(page)
    await expect(dialog(page).getByRole('radio', { name: 'All Filtered Orders' })).toHaveAccessibleDescription(/\([\d,]+ orders\)$/)
    const add = dialog(page).getByRole('button', { name: 'Add the Store column' })
    await store(page, 'Print House').uncheck()
    await expect(add).toHaveCount(0)
    await store(page, 'Print House').check()
    await add.click()
    await expect(dialog(page).getByRole('status').filter({ hasText: 'The first column is the store now.' })).toBeFocused()
    await expect(chosen(page).first()).toContainText('Store')
    await expect(dialog(page).getByText('2 stores · 55 columns')).toBeVisible()
  })

  test('counts, previews and sends the orders of the days that are chosen in it', async ({ page, signInAs }) => {
    await page.route(csvCall, (route) => route.fulfill({ body: 'Order', contentType: 'text/csv' }))
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    const all = dialog(page).getByRole('radio', { name: 'All Filtered Orders' })
    await expect(all).toHaveAccessibleDescription(/^All orders: no filter is active \([\d,]+ orders\)$/)
    await dialog(page)
      .getByLabel(/^Period/)
      .selectOption('Last month')
    await expect(all).toHaveAccessibleDescription(/^All orders of the days below \([\d,]+ orders?\)$/)
    const from = await dialog(page).getByLabel('Created after').inputValue()
    const to = await dialog(page).getByLabel('Created before').inputValue()
    expect([from, to]).toEqual([expect.stringMatching(/-01$/), expect.stringMatching(/-(28|29|30|31)$/)])
    const sent = page.waitForRequest(csvCall)
    await start(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ filters: { createdAfter: from, createdBefore: to } })
  })

  test('begins with the choices of one’s last export that succeeded', async ({ page, signInAs }) => {
    let isFailing = true
    await page.route(csvCall, (route) => (isFailing ? route.fulfill({ status: 500, body: '' }) : route.fulfill({ body: 'Order' })))
    const everyRow = dialog(page).getByRole('radio', { name: 'Order values on every row' })
    const close = () =>
      dialog(page)
        .getByRole('button', { name: /^(Close|Cancel)$/ })
        .last()
        .click()
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
    await chooseColumns(page, 'Lineitem name', 'Name')
    await everyRow.check()
    await start(page).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await close()
    await openExport(page)
    await expect(dialog(page).getByText('1 store · 54 columns')).toBeVisible()
    isFailing = false
    await chooseColumns(page, 'Lineitem name', 'Name')
    await everyRow.check()
    await start(page).click()
    await expect(start(page)).toHaveCount(0)
    await close()
    await page.reload()
    await openExport(page)
    await expect(chosen(page)).toHaveText([/Lineitem name/, /Name/])
    await expect(everyRow).toBeChecked()
    await page.context().clearCookies()
    await signInAs('admin')
    await openOrders(page)
    await openExport(page)
    await expect(dialog(page).getByText('1 store · 54 columns')).toBeVisible()
  })

  test('is for all filtered orders where none are selected, and for those who may export', async ({ page, signInAs }) => {
    const listed = page.waitForRequest((request) => request.url().includes('stores.list'))
    await signInAs('staff')
    await openOrders(page)
    expect((await listed).postData()).toMatch(/"active":true,"permission":"orders:read"/)
    await openExport(page)
    await expect(dialog(page).getByRole('radio', { name: 'Selected Orders (0)' })).not.toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: 'All Filtered Orders' })).toBeChecked()
    await expect(dialog(page).getByRole('group', { name: 'Stores' }).getByRole('checkbox')).toHaveCount(1)
    await page.context().clearCookies()
    await signInAs('viewer')
    await openOrders(page)
    await expect(rows(page)).toHaveCount(50)
    await expect(button(page, 'Export')).toHaveCount(0)
  })

  test('leaves out the stores whose orders one may read and not export', async ({ page, request, rest, baseURL }) => {
    const origin = String(baseURL)
    const { body } = await rest('owner', 'GET', '/stores')
    const idOf = (name: string) => (body as { stores: Store[] }).stores.find((one) => one.name === name)?.id
    const [staffed, seen] = [idOf('Harbor & Pine'), idOf('Print House')]
    const person = await invite(request, origin, { role_id: 'staff', store_ids: [staffed] })
    const cookie = await accept(origin, person)
    const roles = [
      { role_id: 'staff', store_id: staffed },
      { role_id: 'viewer', store_id: seen },
    ]
    expect((await rest('owner', 'PUT', `/users/${person.id}/roles`, { roles })).status).toBe(200)
    await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }])
    await openOrders(page, '?stores="all"')
    await expect(page.getByRole('columnheader', { name: 'Store' })).toBeVisible()
    await openExport(page)
    await expect(store(page, 'Harbor & Pine')).toBeChecked()
    await expect(store(page, 'Print House')).not.toBeChecked()
    await expect(store(page, 'Print House')).toBeDisabled()
    await expect(dialog(page).getByText('You can read its orders, but not export them')).toBeVisible()
    await expect(dialog(page).getByText('1 store · 54 columns')).toBeVisible()
  })

  test('is fine to use on every screen and in both schemes', async ({ page, signInAs }) => {
    test.slow()
    await signInAs('manager')
    await openOrders(page, '?stores="all"')
    await openExport(page)
    await dialog(page).getByRole('radio', { name: 'Google Sheets' }).check()
    await chooseColumns(page, 'Name', 'Total', 'Lineitem sku')
    await expect(dialog(page).getByRole('table')).toBeVisible()
    await expectFineEverywhere(page)
  })

  test('sends the filters for all orders, and for the selected ones their ids alone', async ({ page, signInAs }) => {
    await page.route(csvCall, (route) => route.fulfill({ body: 'Name\r\n', contentType: 'text/csv' }))
    await signInAs('manager')
    await openOrders(page, '?stores="all"&createdAfter=2026-01-01')
    await tab(page, 'Paid').click()
    await rows(page).nth(0).locator('td').nth(3).click()
    await openExport(page)
    const storeIds = [expect.any(String), expect.any(String)]
    const same = { storeIds, columns: ['total', 'orderName'], layout: 'repeat' }
    await chooseColumns(page, 'Total', 'Name', 'Lineitem sku')
    await dialog(page).getByRole('radio', { name: 'Order values on every row' }).check()
    await dialog(page).getByRole('button', { name: 'Remove Lineitem sku' }).click()
    expect(await sentRequest(page)).toEqual({ ...same, orderIds: [expect.stringMatching(/^[\w-]+:\d+$/)] })
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await openExport(page)
    await dialog(page).getByRole('radio', { name: 'All Filtered Orders' }).check()
    const filters = { financialStatus: ['paid'], createdAfter: '2026-01-01' }
    expect(await sentRequest(page)).toMatchObject({ storeIds, filters, layout: 'repeat' })
  })

  test('says what is missing before it starts', async ({ page, signInAs }) => {
    await signInAs('manager')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await openOrders(page)
    await openExport(page)
    const says = async (message: string) => {
      await start(page).click()
      await expect(dialog(page).getByRole('alert')).toHaveText(message)
    }
    await store(page, 'Harbor & Pine').uncheck()
    await says('Please select at least one store')
    await store(page, 'Print House').check()
    await available(page).getByRole('button', { name: 'Clear' }).click()
    await says('Please select at least one column')
    await available(page).getByRole('button', { name: 'Reset' }).click()
    await dialog(page).getByRole('radio', { name: 'Selected Orders (0)' }).check()
    await says('Please select at least one order, or switch to "All Filtered Orders" mode')
    await dialog(page).getByRole('radio', { name: 'All Filtered Orders' }).check()
    await dialog(page).getByRole('radio', { name: 'Google Sheets' }).check()
    await says('Please enter a spreadsheet URL')
    await dialog(page).getByLabel('Spreadsheet URL').fill('https://docs.google.com/spreadsheets/d/nowhere')
    await says('Please enter a valid spreadsheet URL with write permission')
    expect(calls.filter((path) => path.startsWith('/api/v1') && path !== '/api/v1/events')).toEqual([])
  })
})

const categories = `Customer Info, Financial Info, Fulfillment Info, Order Info, Line Items, Payment Info, Shipping Info, Discount Info,
Billing Info, Risk Info, Store Info, More Columns`.split(/,\s/)

test.describe('columns', () => {
  test.beforeEach(async ({ page, signInAs }) => {
    await signInAs('manager')
    await openOrders(page)
    await openExport(page)
  })

  test('are found in eleven categories and by their names, all of them or none', async ({ page }) => {
    await expect(available(page).getByRole('heading', { level: 4 })).toHaveText(categories)
    await expect(chosen(page)).toHaveCount(54)
    await expect(chosen(page).nth(2)).toContainText('Financial Status')
    await available(page).getByRole('button', { name: 'All', exact: true }).click()
    await expect(dialog(page).getByText('1 store · 61 columns')).toBeVisible()
    await available(page).getByRole('textbox').fill('sku')
    await expect(available(page).getByRole('listitem')).toHaveText(['Lineitem sku'])
    await expect(available(page).getByRole('heading', { level: 4 })).toHaveText(['Line Items'])
    await available(page).getByRole('button', { name: 'Clear' }).click()
    await expect(dialog(page).getByText('No columns selected')).toBeVisible()
    await expect(dialog(page).getByText('1 store · 0 columns')).toBeVisible()
    await expect(dialog(page).getByRole('table')).toHaveCount(0)
  })

  test('are ordered by drag, by arrows and by the keyboard, and taken out', async ({ page }) => {
    await chooseColumns(page, 'Total', 'Name', 'Email', 'Tags')
    await chosen(page)
      .nth(0)
      .dragTo(chosen(page).nth(3), { targetPosition: { x: 80, y: 28 } })
    await expect(chosen(page)).toHaveText([/Name/, /Email/, /Tags/, /Total/])
    const handle = dialog(page).getByRole('button', { name: 'Reorder Total with the arrow keys' })
    await handle.press('ArrowUp')
    await expect(chosen(page)).toHaveText([/Name/, /Email/, /Total/, /Tags/])
    await expect(handle).toBeFocused()
    await expect(dialog(page).getByRole('status').filter({ hasText: 'Total: position 3 of 4' })).toBeAttached()
    await dialog(page).getByRole('button', { name: 'Move Email up' }).press('Enter')
    await dialog(page).getByRole('button', { name: 'Remove Tags' }).click()
    await expect(chosen(page)).toHaveText([/Email/, /Name/, /Total/])
    await expect(dialog(page).getByRole('columnheader')).toHaveText(['Email', 'Name', 'Total'])
  })

  test('are shown with the first five rows of the file, laid out as chosen', async ({ page }) => {
    const shop = demoShops.find(({ name }) => name === 'Harbor & Pine')
    if (!shop) throw new Error('there is no such shop')
    const columns = ['orderName', 'total', 'lineItem.sku']
    await chooseColumns(page, 'Name', 'Total', 'Lineitem sku')
    const expected = ordersOf(shop).flatMap((order) => expectedOrderRows(shop, order, columns))
    const cells = dialog(page).getByRole('cell')
    await expect(cells).toHaveText(expected.slice(0, 5).flat())
    const totals = expected.slice(0, 5).map(([, total]) => total)
    expect(totals).toContain('')
    await dialog(page).getByRole('radio', { name: 'Order values on every row' }).check()
    const isFilled = (texts: readonly string[]) => texts.every((text, index) => index % 3 !== 1 || text !== '')
    await expect.poll(async () => isFilled(await cells.allInnerTexts())).toBe(true)
    await dialog(page).getByRole('button', { name: 'Remove Lineitem sku' }).click()
    await expect(dialog(page).getByText('One row per order.')).toBeVisible()
    await expect(cells).toHaveText(
      ordersOf(shop)
        .slice(0, 5)
        .flatMap(({ name, total }) => [name, total]),
    )
  })

  test('that a platform does not know are marked, and named where they were chosen by hand', async ({ page }) => {
    await expect(dialog(page).getByRole('note')).toHaveCount(0)
    await store(page, 'Print House').check()
    await expect(dialog(page).getByRole('note')).toHaveCount(0)
    const reference = available(page).getByRole('checkbox', { name: 'Payment Reference', exact: true })
    await expect(reference).toHaveAccessibleDescription('Empty on ShopBase')
    await dialog(page).getByRole('button', { name: 'Remove Lineitem sku' }).click()
    await expect(dialog(page).getByRole('note')).toHaveText('Not available from ShopBase: Lineitem compare at price, Payment Reference')
  })
})
