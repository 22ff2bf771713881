import { jobList } from '#tests/support/jobs.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, changeAnswers } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { button, openOrders } from './orders-page.ts'
import { openProducts } from './products-page.ts'

// Each empty screen offers what ends the emptiness.
for (const path of ['/dashboard', '/products', '/orders'])
  test(`${path} without a store leads to the form of the first one`, async ({ page, signInAs }) => {
    await changeAnswers(page, {
      'stores.list': () => ({ result: { data: { stores: [] } } }),
      'export.jobs.list': () => ({ result: { data: jobList() } }),
    })
    await signInAs('owner')
    await page.goto(path)
    const way = page.getByRole('main').getByRole('link', { name: 'Add Store' })
    await expect(way).toBeVisible()
    await expectFineEverywhere(page)
    await way.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add Store' })).toBeVisible()
  })

test('the newest jobs lead to where a job begins while there are none', async ({ page, signInAs }) => {
  await changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList() } }))
  await signInAs('owner')
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Recent Jobs' }).getByRole('link', { name: 'Go to Orders' }).press('Enter')
  await expect(page).toHaveURL(/\/orders/)
})

test('a list that is empty without a filter is asked for again', async ({ page, signInAs }) => {
  let isEmpty = true
  await changeAnswers(page, {
    'orders.list': (answer) => (isEmpty ? { result: { data: { ...Object(answer.result?.data), orders: [] } } } : answer),
    'products.list': (answer) => (isEmpty ? { result: { data: { ...Object(answer.result?.data), products: [] } } } : answer),
  })
  await signInAs('manager')
  await openOrders(page)
  await expectFineEverywhere(page)
  isEmpty = false
  await button(page, 'Look again').press('Enter')
  await expect(page.getByRole('main').getByRole('table').getByRole('row')).toHaveCount(51)
  isEmpty = true
  await openProducts(page)
  await expectFineEverywhere(page)
  isEmpty = false
  await button(page, 'Look again').press('Enter')
  await expect(page.getByRole('main').getByRole('table').getByRole('row')).toHaveCount(51)
})
