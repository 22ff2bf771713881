import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import type { Job } from '#shared/jobs.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, holdBack } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import * as products from './export-page.ts'
import * as orders from './order-export-page.ts'
import { openOrders } from './orders-page.ts'
import { openProducts } from './products-page.ts'

const held = messages.platform.waiting('Print House')
const old = madeJob({ id: 'old', status: 'running', waitingFor: 'Another export waits' })

/** Answers with one export that was started before. After a call of the returned function, another one follows it. */
async function showExports(page: Page): Promise<(begun: Partial<Job>) => void> {
  let jobs = [old]
  await changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList(...jobs) } }))
  return (begun) => {
    jobs = [madeJob({ id: 'new', status: 'running', createdAt: '2026-01-31T10:00:01.000Z', ...begun }), old]
  }
}

test('the dialog of products says what holds up the file that it waits for', async ({ page, signInAs }) => {
  const begin = await showExports(page)
  await signInAs('manager')
  await openProducts(page)
  await expect(page.getByRole('button', { name: 'My exports, 1 under way' })).toBeVisible()
  await products.openExport(page)
  const release = await holdBack(page, products.csvCall)
  await products.start(page).click()
  await expect(products.dialog(page).getByText('Exporting… 30%')).toBeVisible()
  begin({ waitingFor: held })
  await expect(products.dialog(page).getByText(`Waiting: ${held}`)).toBeVisible()
  await expectFineEverywhere(page)
  begin({ waitingFor: null })
  await expect(products.dialog(page).getByText('Waiting: ')).toHaveCount(0)
  release()
  await expect(products.dialog(page).getByText('CSV file downloaded successfully!')).toBeVisible()
})

test('the dialog of orders says what holds up the sheet that it waits for', async ({ page, signInAs }) => {
  const begin = await showExports(page)
  await signInAs('manager')
  await openOrders(page)
  await expect(page.getByRole('button', { name: 'My exports, 1 under way' })).toBeVisible()
  await orders.openExport(page)
  await orders.chooseSheet(page, orders.documentUrl)
  await expect(orders.dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
  await holdBack(page, orders.sheetCall)
  await orders.start(page).click()
  begin({ type: 'order_export', waitingFor: messages.sheets.waitingForQuota })
  await expect(orders.dialog(page).getByText(`Waiting: ${messages.sheets.waitingForQuota}`)).toBeVisible()
  await orders.dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
})
