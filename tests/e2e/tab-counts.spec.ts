import type { Page } from '@playwright/test'
import { OrderFiguresResponse } from '#shared/order-figures.ts'
import { countedStore, madeFigures } from '#tests/support/figures.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, forgetStore } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openOrders, settled } from './orders-page.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const counts = (page: Page) =>
  page
    .getByRole('tablist', { name: 'Status' })
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((one) => one.getAttribute('data-count')))

test('tabs say how many orders they have, without moving, over all chosen stores and only without a filter', async ({ page, signInAs }) => {
  let isCounted = false
  await changeAnswer(page, 'orders.figures', ({ result }) => {
    const { stores } = OrderFiguresResponse.parse(result?.data)
    const figures = isCounted ? madeFigures : null
    return { result: { data: { stores: stores.map(({ storeId }) => countedStore(storeId, { figures, isUpdating: !isCounted })) } } }
  })
  await forgetStore(page)
  await signInAs('manager')
  await openOrders(page)
  await settled(page)
  await expect.poll(() => counts(page)).toEqual(['', '', '', ''])
  const before = await tab(page, 'Paid').boundingBox()
  isCounted = true
  await expect.poll(() => counts(page)).toEqual(['12.3K', '1.2K', '87', '12K'])
  expect(await tab(page, 'Paid').boundingBox()).toEqual(before)
  await expect(tab(page, 'Unfulfilled')).toHaveAttribute('aria-description', '1,204')
  await expectFineEverywhere(page)
  // Another tab has the same numbers, and a second store adds its own.
  await tab(page, 'Unpaid').click()
  await expect.poll(() => counts(page)).toEqual(['12.3K', '1.2K', '87', '12K'])
  await page.goto('/orders?stores=all')
  await expect.poll(() => counts(page)).toEqual(['24.7K', '2.4K', '174', '24K'])
  await page.goto('/orders?stores=all&createdAfter=2026-01-01')
  await settled(page)
  await expect.poll(() => counts(page)).toEqual(['', '', '', ''])
})

test('the number of a tab is that of its list', async ({ page, signInAs }) => {
  await forgetStore(page)
  await signInAs('manager')
  await openOrders(page, '?tab=unfulfilled')
  await expect.poll(async () => (await counts(page))[1], { timeout: 30_000 }).toMatch(/^\d+$/)
  const [, unfulfilled] = await counts(page)
  await expect(page.getByText(`1 to 50 of ${unfulfilled}`)).toBeVisible()
})
