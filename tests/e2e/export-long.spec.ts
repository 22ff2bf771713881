// A warning announces a slow download, and one click moves it to the background. The demo's North Supply has enough products and orders.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import * as products from './export-page.ts'
import * as orders from './order-export-page.ts'
import { openOrders } from './orders-page.ts'
import { chooseStore, openProducts, withoutPictures } from './products-page.ts'

const forecast = (dialog: Locator) =>
  dialog.getByRole('status').filter({ hasText: /This will take about \d+ \w+\. Run it in the background\?/ })

/** Accepts the offer, and returns the id of the new job. */
async function toBackground(page: Page, dialog: Locator): Promise<string> {
  const made = page.waitForResponse((answer) => /\/(?:products|orders)\/export$/.test(answer.url()))
  await dialog.getByRole('button', { name: 'Run in the background' }).click()
  const { data } = (await (await made).json()) as { data: { job: { id: string } } }
  await expect(dialog.getByText('Export job created! You will be notified when complete.')).toBeVisible()
  await expect(forecast(dialog)).toHaveCount(0)
  return data.job.id
}

test('of products, as long as many are asked for', async ({ page, signInAs, rest }) => {
  test.slow()
  await withoutPictures(page)
  await signInAs('owner')
  await openProducts(page)
  await chooseStore(page, 'North Supply')
  await products.openExport(page)
  const dialog = products.dialog(page)
  await expect(forecast(dialog)).toBeInViewport({ ratio: 1 })
  await expectFineEverywhere(page)
  await dialog.getByLabel('Max Items').fill('10')
  await expect(forecast(dialog)).toHaveCount(0)
  await dialog.getByLabel('Max Items').fill('')
  await expect(forecast(dialog)).toBeVisible()
  const background = dialog.getByRole('checkbox', { name: 'Export in the background' })
  await background.check()
  await expect(forecast(dialog)).toHaveCount(0)
  await background.uncheck()
  const id = await toBackground(page, dialog)
  expect((await rest('owner', 'POST', `/jobs/${id}/cancel`)).status).toBe(200)
})

test('of orders, as long as the shop has many', async ({ page, signInAs, rest }) => {
  test.slow()
  await signInAs('owner')
  await openOrders(page)
  await orders.openExport(page)
  const dialog = orders.dialog(page)
  await orders.store(page, 'North Supply').check()
  await expect(forecast(dialog)).toBeInViewport({ ratio: 1 })
  await expectFineEverywhere(page)
  await orders.store(page, 'North Supply').uncheck()
  await expect(forecast(dialog)).toHaveCount(0)
  await orders.store(page, 'North Supply').check()
  await expect(forecast(dialog)).toBeVisible()
  const id = await toBackground(page, dialog)
  expect((await rest('owner', 'POST', `/jobs/${id}/cancel`)).status).toBe(200)
})
