// A product or an order beside its list: opened, left and closed by mouse and by keyboard.
import type { Page } from '@playwright/test'
import { ProfileResponse } from '#shared/profile.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, forgetStore } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { button, openOrders, rows as orderRows } from './orders-page.ts'
import { openProducts } from './products-page.ts'

const panel = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close' }) })
const productRows = (page: Page) => page.getByRole('region', { name: 'Products' }).locator('tbody').getByRole('row')
const opener = (page: Page, row: number) => productRows(page).nth(row).locator('button')

test.use({ viewport: { width: 1440, height: 900 } })

test('a product opens beside the list, by its title or by Enter, and Back does not open it again', async ({ page, signInAs }) => {
  await signInAs('owner')
  await forgetStore(page)
  await openProducts(page)
  const title = (await opener(page, 1).textContent()) ?? ''
  const below = (await opener(page, 2).textContent()) ?? ''
  await opener(page, 1).click()
  const shown = page.getByRole('dialog', { name: title, exact: true })
  await expect(shown.getByRole('columnheader', { name: 'Stock' })).toBeVisible()
  await expect(productRows(page).nth(1)).toHaveAttribute('data-open', 'true')
  await expect(page).toHaveURL(/[?&]product=/)
  // The list stays in use.
  await productRows(page).nth(4).getByRole('checkbox').check()
  await expect(shown).toBeVisible()
  await expectFineEverywhere(page)
  await shown.getByRole('button', { name: 'Next product' }).click()
  await expect(page.getByRole('dialog', { name: below, exact: true })).toBeVisible()
  await page.getByRole('dialog', { name: below, exact: true }).press('k')
  await expect(shown.getByRole('columnheader', { name: 'Stock' })).toBeVisible()
  const shared = page.url()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/product=/)
  await page.goBack()
  await expect(panel(page)).toHaveCount(0)
  // The address can be shared.
  await page.goto(shared)
  await expect(shown.getByRole('columnheader', { name: 'Stock' })).toBeVisible()
  await shown.getByRole('button', { name: 'Close' }).click()
  await productRows(page).nth(2).getByRole('checkbox').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: below, exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(productRows(page).nth(2).getByRole('checkbox')).toBeFocused()
})

test('the export of the product in the panel leaves the selection as it is', async ({ page, signInAs }) => {
  await signInAs('owner')
  await forgetStore(page)
  await openProducts(page)
  await productRows(page).nth(3).getByRole('checkbox').check()
  await productRows(page).nth(4).getByRole('checkbox').check()
  await opener(page, 0).click()
  await page.getByRole('button', { name: 'Export this product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export products' })
  await expect(dialog.getByRole('radio', { name: 'Selected (1)' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeVisible()
})

test('an order opens beside the list, with what happened to it and the way to the others', async ({ page, signInAs }) => {
  await signInAs('owner')
  await forgetStore(page)
  await openOrders(page)
  const name = (await orderRows(page).nth(1).locator('button').textContent()) ?? ''
  const below = (await orderRows(page).nth(2).locator('button').textContent()) ?? ''
  await orderRows(page).nth(1).locator('button').click()
  const shown = page.getByRole('dialog', { name: `Order ${name}`, exact: true })
  await expect(shown.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(shown.getByRole('listitem').first()).toContainText('Ordered')
  await expect(shown.getByRole('link', { name: /^Open in / })).toHaveAttribute('href', /^https:\/\/[^/]+\/.*orders\/\d+$/)
  await expectFineEverywhere(page)
  await shown.press('j')
  await expect(page.getByRole('dialog', { name: `Order ${below}`, exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Unpaid' }).click()
  await expect(page.getByRole('dialog', { name: `Order ${below}`, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the line items of an order have pictures or placeholders of one size, which move nothing', async ({ page, signInAs }) => {
  await signInAs('owner')
  await forgetStore(page)
  await openOrders(page)
  let answer = (): void => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/pictures/**', async (route) => {
    await isAnswered
    await route.continue()
  })
  await orderRows(page).nth(1).locator('button').click()
  const lines = panel(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /line items?$/ }) })
    .last()
    .getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  const places = () => lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().toJSON() as object))
  const before = await places()
  answer()
  await expect(lines.locator('img[data-loaded]').first()).toBeVisible()
  expect(await places()).toEqual(before)
  const sizes = await lines
    .locator('span:has(> svg)')
    .evaluateAll((all) => all.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]))
  expect(sizes).toHaveLength(before.length)
  expect(new Set(sizes.map(String))).toEqual(new Set(['34,34']))
})

test('single keys copy the address and open the order in its shop, unless they are turned off or typed into a field', async ({
  page,
  signInAs,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('manager')
  await openOrders(page)
  await orderRows(page).first().getByRole('button').first().click()
  await panel(page).waitFor()
  await expect(button(page, 'Copy shipping address')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('c')
  await expect(button(page, 'Copied')).toHaveCount(0)
  await panel(page).focus()
  await page.keyboard.press('c')
  await expect(button(page, 'Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('o')
  await (await opened).close()
  await expect(button(page, 'Copied')).toHaveCount(0)
  await changeAnswer(page, 'profile.get', ({ result }) => {
    const profile = ProfileResponse.parse(result?.data)
    return { result: { data: { ...profile, list_layouts: { ...profile.list_layouts, keys: false } } } }
  })
  await page.evaluate(() => window.dispatchEvent(new Event('profileUpdated')))
  await expect(button(page, 'Copied')).toHaveCount(0)
  await panel(page).focus()
  await page.keyboard.press('c')
  await expect(button(page, 'Copied')).toHaveCount(0)
})

test('the keys of a panel work where it covers the list, too', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await signInAs('manager')
  await openOrders(page)
  const below = (await orderRows(page).nth(1).locator('button').textContent()) ?? ''
  const first = (await orderRows(page).first().locator('button').textContent()) ?? ''
  await orderRows(page).first().getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: `Order ${first}`, exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: `Order ${below}`, exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog', { name: `Order ${first}`, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the list scrolls to the order that the panel shows', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await signInAs('manager')
  await openOrders(page)
  await orderRows(page).first().getByRole('button').first().click()
  await panel(page).waitFor()
  const steps = 20
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('j')
  await expect(orderRows(page).nth(steps)).toHaveAttribute('data-open')
  const list = await page.getByRole('region', { name: 'Orders' }).boundingBox()
  const row = async () => orderRows(page).nth(steps).boundingBox()
  await expect
    .poll(async () => ((await row())?.y ?? 0) + ((await row())?.height ?? 0))
    .toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0))
})
