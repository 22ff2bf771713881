// Which columns a list shows and how tall its rows are, remembered for the person.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openOrders, settled } from './orders-page.ts'
import { signInAlone } from './people.ts'
import { openProducts } from './products-page.ts'

const headers = (page: Page) => page.getByRole('columnheader').allInnerTexts()
const menu = (page: Page) => page.getByRole('dialog', { name: 'Columns' })
const openMenu = async (page: Page) => page.getByRole('button', { name: 'Columns', exact: true }).click()

test.use({ viewport: { width: 1440, height: 900 } })

test('products show prices and stock when their columns are chosen, on every machine', async ({ page, browser, baseURL }) => {
  await signInAlone(page, String(baseURL))
  await openProducts(page)
  expect(await headers(page)).not.toContain('Price')
  await openMenu(page)
  await menu(page).getByRole('checkbox', { name: 'Price' }).check()
  await menu(page).getByRole('checkbox', { name: 'Stock' }).check()
  await menu(page).getByRole('checkbox', { name: 'Vendor' }).uncheck()
  await menu(page).getByRole('radio', { name: 'Compact rows' }).check()
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  const price = page.locator('tbody tr').first().locator('td[data-number]').first()
  await expect(price).toHaveText(/^[^\d\s]{0,4}\d/)
  expect((await headers(page)).slice(-2)).toEqual(['Price', 'Stock'])
  expect((await page.locator('tbody tr').first().boundingBox())?.height).toBeLessThan(40)
  const state = await page.context().storageState()
  const elsewhere = await browser.newContext({ storageState: state, baseURL: String(baseURL) })
  const other = await elsewhere.newPage()
  await other.goto('/products')
  await expect(other.getByRole('columnheader', { name: 'Price' })).toBeVisible()
  await elsewhere.close()
  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Vendor' })).toBeVisible()
})

test('columns are put into another order by the keyboard, and stay in it', async ({ page, baseURL }) => {
  await signInAlone(page, String(baseURL))
  await openOrders(page)
  const shown = async () => (await headers(page)).map((text) => text.trim()).slice(1, 4)
  expect(await shown()).toEqual(['Order', 'Date', 'Customer'])
  await openMenu(page)
  const up = menu(page).getByRole('button', { name: 'Move Customer up' })
  await up.press('Enter')
  await expect(up).toBeFocused()
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  const down = menu(page).getByRole('button', { name: 'Move Customer down' })
  await down.press('Enter')
  await expect(down).toBeFocused()
  await up.press('Enter')
  await menu(page).getByRole('checkbox', { name: 'Country' }).check()
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  await expect.poll(shown).toEqual(['Order', 'Customer', 'Date'])
  await expect(page.getByRole('columnheader').last()).toHaveText('Country')
  await page.reload()
  await settled(page)
  await expect.poll(shown).toEqual(['Order', 'Customer', 'Date'])
})

test('orders show only the chosen columns, and the number of the order always', async ({ page, baseURL }) => {
  await signInAlone(page, String(baseURL))
  await openOrders(page)
  await openMenu(page)
  for (const name of ['Date', 'Customer', 'Total', 'Payment', 'Fulfillment', 'Items'])
    await menu(page).getByRole('checkbox', { name, exact: true }).uncheck()
  await menu(page).getByRole('checkbox', { name: 'Country' }).check()
  await page.keyboard.press('Escape')
  expect((await headers(page)).map((text) => text.trim())).toEqual(['', 'Order', 'Country'])
  await expect(page.locator('tbody tr').first().getByRole('rowheader')).toHaveText(/^#/)
})

test.describe('orders of all stores', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('name the zone of each time, and can be read in one zone', async ({ page, baseURL }) => {
    await signInAlone(page, String(baseURL))
    await openOrders(page, '?stores=all')
    const times = page.locator('tbody time')
    expect(new Set(await times.locator('small').allInnerTexts()).size).toBeGreaterThan(1)
    await openMenu(page)
    await menu(page).getByRole('radio', { name: "This machine's time zone" }).check()
    await expectFineEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(times.first()).toContainText('GMT+9')
    expect(new Set(await times.locator('small').allInnerTexts())).toEqual(new Set([' GMT+9']))
    await page.reload()
    await expect(times.first()).toContainText('GMT+9')
  })
})

test('a header sorts, and turns the direction at the second press', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  const total = page.getByRole('columnheader', { name: 'Total' })
  const amounts = async () =>
    (await page.locator('tbody td[data-number]:nth-child(5)').allInnerTexts()).map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
  await total.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(total).toHaveAttribute('aria-sort', 'descending')
  await settled(page)
  const highest = await amounts()
  expect(highest).toEqual(highest.toSorted((one, other) => other - one))
  await page.keyboard.press('Enter')
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await settled(page)
  expect((await amounts())[0]).toBeLessThan(highest[0] ?? 0)
  await expect(total.getByRole('button')).toBeFocused()
  await expect(page).toHaveURL(/sortBy=total/)
})

test('a column is dragged to another width, which stays, and back by a double click', async ({ page, baseURL }) => {
  await signInAlone(page, String(baseURL))
  await openProducts(page)
  const vendor = page.getByRole('columnheader', { name: 'Vendor' })
  const width = async () => Math.round((await vendor.boundingBox())?.width ?? 0)
  const grab = async () => {
    const box = await vendor.boundingBox()
    if (!box) throw new Error('the column is not shown')
    return { x: box.x + box.width - 4, y: box.y + box.height / 2 }
  }
  const before = await width()
  const from = await grab()
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 30, from.y)
  await page.mouse.move(from.x - 60, from.y)
  await expect.poll(width).toBe(before - 60)
  const kept = page.waitForResponse(/profile\.update/)
  await page.mouse.up()
  await kept
  await page.reload()
  await expect(vendor).toBeVisible()
  expect(await width()).toBe(before - 60)
  const edge = await grab()
  await page.mouse.dblclick(edge.x, edge.y)
  await expect.poll(width).toBe(before)
})
