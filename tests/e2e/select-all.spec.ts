import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { forgetStore } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { csvCall as productsCall, dialog as productExport, openExport as openProductExport, start as startProducts } from './export-page.ts'
import { csvCall, dialog, openExport, start } from './order-export-page.ts'
import { button, openOrders, rows, settled } from './orders-page.ts'
import { openProducts } from './products-page.ts'

const page50 = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })
const all = (page: Page) => page.getByRole('button', { name: /^Select all [\d,]+ that match$/ })

test('a whole page leads to all that match, over every page, until a row is changed', async ({ page, signInAs }) => {
  await forgetStore(page)
  await signInAs('manager')
  await openOrders(page, '?tab=paid')
  await rows(page).first().getByRole('checkbox').check()
  await expect(all(page)).toHaveCount(0)
  await page50(page).check()
  const total = /[\d,]+/.exec((await all(page).textContent()) ?? '')?.[0] ?? ''
  await expect(page.getByText(`1 to 50 of ${total}`)).toBeVisible()
  await all(page).press('Enter')
  await expect(page.getByText(`All ${total} that match selected`)).toBeVisible()
  await expectFineEverywhere(page)
  await button(page, 'Next').click()
  await settled(page)
  await expect(page50(page)).toBeChecked()
  await expect(rows(page).nth(3).getByRole('checkbox')).toBeChecked()
  // What is exported is what matches, and not a list of ids.
  await openExport(page)
  const sent = page.waitForRequest(csvCall)
  await start(page).click()
  const body = Object((await sent).postDataJSON())
  expect([body.orderIds, body.filters]).toEqual([undefined, { financialStatus: ['paid'] }])
  await expect(dialog(page)).toHaveCount(0, { timeout: 30_000 })
  // Without one row, it is the page without it.
  await rows(page).nth(3).getByRole('checkbox').uncheck()
  await expect(page.getByText('49 selected')).toBeVisible()
  await button(page, 'Clear selection').click()
  await expect(page.getByText('selected')).toHaveCount(0)
  await page50(page).check()
  await all(page).click()
  await page.getByRole('tab', { name: 'Unpaid', exact: true }).click()
  await expect(page.getByText('selected')).toHaveCount(0)
})

test('all products that match are selected and exported alike', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openProducts(page, '?tab=active&status=%22active%22&limit=25')
  await page50(page).check()
  await all(page).click()
  await expect(page.getByText(/^All [\d,]+ that match selected$/)).toBeVisible()
  await expect(button(page, 'Copy ids')).toHaveCount(0)
  await openProductExport(page)
  const sent = page.waitForRequest(productsCall)
  await startProducts(page).click()
  const body = Object((await sent).postDataJSON())
  expect([body.productIds, body.config.filter]).toEqual([undefined, { status: 'active' }])
  await expect(productExport(page)).toHaveCount(0, { timeout: 30_000 })
})
