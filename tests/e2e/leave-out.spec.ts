import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, forgetStore } from './calls.ts'
import { demoStoresIn } from './demo-stores.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { csvCall, dialog, openExport, start, store } from './order-export-page.ts'
import { openOrders } from './orders-page.ts'

/** The demo's stores, of which Print House fails as soon as it is said. */
async function failPrintHouse(page: Page, isDown: () => boolean) {
  await changeAnswer(page, 'stores.list', (answer) => {
    const stores = demoStoresIn(answer).map((one) => ({
      ...one,
      ...(one.name === 'Print House' && isDown() ? { state: 'unreachable', stateReason: null } : {}),
    }))
    return { result: { data: { stores } } }
  })
}

test('a store that is down is named before the export, and left out by a click', async ({ page, signInAs }) => {
  await forgetStore(page)
  await failPrintHouse(page, () => true)
  await signInAs('manager')
  await openOrders(page, '?stores=all')
  await openExport(page)
  await expect(dialog(page).getByText(/^Print House: the shop could not be reached.*fails as a whole/)).toBeVisible()
  await expectFineEverywhere(page)
  await dialog(page).getByRole('button', { name: 'Leave out Print House' }).press('Enter')
  await expect(store(page, 'Print House')).not.toBeChecked()
  await expect(dialog(page).getByText('Left out: Print House')).toBeFocused()
  const sent = page.waitForRequest(csvCall)
  await start(page).click()
  expect(Object((await sent).postDataJSON()).storeIds).toHaveLength(1)
})

test.describe('during the export', () => {
  test.use({ provokedFault: /502/ })
  test('a store that goes down is named afterwards', async ({ page, signInAs }) => {
    let isDown = false
    await forgetStore(page)
    await failPrintHouse(page, () => isDown)
    const body = { success: false, error: 'STORE_UNREACHABLE', message: 'Print House: the shop could not be reached' }
    await page.route(csvCall, (route) => {
      isDown = true
      return route.fulfill({ status: 502, json: body })
    })
    await signInAs('manager')
    await openOrders(page, '?stores=all')
    await openExport(page)
    await expect(dialog(page).getByRole('button', { name: /^Leave out/ })).toHaveCount(0)
    await start(page).click()
    await expect(dialog(page).getByRole('button', { name: 'Leave out Print House' })).toBeVisible()
    // Alone, it cannot be left out.
    await store(page, 'Harbor & Pine').click()
    await expect(dialog(page).getByRole('button', { name: /^Leave out/ })).toHaveCount(0)
    await expect(dialog(page).getByText(/^Print House: the shop could not be reached/)).toBeVisible()
  })
})
