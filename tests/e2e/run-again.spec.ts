// The request of an earlier export, run again as it was or after a change.
import type { Page } from '@playwright/test'
import type { Job } from '#shared/jobs.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, forgetStore } from './calls.ts'
import { demoStoresIn } from './demo-stores.ts'
import { expectFineEverywhere } from './everywhere.ts'

const spreadsheet = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const dialog = (page: Page) => page.getByRole('dialog')
const jobs = (page: Page, words: string) => page.getByRole('table', { name: 'Jobs' }).locator('tbody').filter({ hasText: words })

type Rest = (person: 'owner', method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>
const jobIn = (body: unknown): Job => Object(body).data.job
async function storeIds(rest: Rest): Promise<string[]> {
  const { body } = await rest('owner', 'GET', '/stores?permission=orders:export')
  const names = ['Gift Barn', 'Lotus Sài Gòn']
  const stores: { id: string; name: string }[] = Object(body).data.stores
  return names.map((name) => stores.find((store) => store.name === name)?.id ?? '')
}
const settled = async (rest: Rest, id: string) =>
  expect.poll(async () => jobIn((await rest('owner', 'GET', `/jobs/${id}`)).body).status, { timeout: 30_000 }).toBe('completed')

test('an export is run again as a new job', async ({ page, rest, signInAs }) => {
  const search = crypto.randomUUID()
  const request = { storeIds: await storeIds(rest), columns: ['orderName', 'total'], filters: { search } }
  await settled(rest, jobIn((await rest('owner', 'POST', '/orders/export', request)).body).id)
  await signInAs('owner')
  await page.goto('/jobs')
  await expect(jobs(page, search)).toHaveCount(1)
  await jobs(page, search).getByRole('button', { name: 'Run again' }).click()
  await expect(jobs(page, search)).toHaveCount(2)
  await expect(jobs(page, search).first()).toContainText('Completed', { timeout: 30_000 })
  await expect(jobs(page, search).first()).toContainText('2 columns')
})

test.describe('where the answer is lost', () => {
  test.use({ provokedFault: /Failed to load resource/ })

  test('a second click makes no second job', async ({ page, rest, signInAs }) => {
    const search = crypto.randomUUID()
    const request = { storeIds: await storeIds(rest), columns: ['orderName'], filters: { search } }
    await settled(rest, jobIn((await rest('owner', 'POST', '/orders/export', request)).body).id)
    await signInAs('owner')
    await page.goto('/jobs')
    const isRun = (url: URL) => /\/jobs\/[^/]+\/run$|export\.jobs\.run/.test(url.pathname)
    await page.route(isRun, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const ended = jobs(page, search).last()
    await ended.getByRole('button', { name: 'Run again' }).click()
    await expect(ended.getByRole('alert')).toBeVisible()
    await page.unroute(isRun)
    await ended.getByRole('button', { name: 'Run again' }).click()
    await expect(ended.getByRole('alert')).toHaveCount(0)
    await expect(jobs(page, search)).toHaveCount(2)
    await page.reload()
    await expect(jobs(page, search)).toHaveCount(2)
  })
})

test('an export of orders is changed and run: the dialog begins with its stores, columns, filters and destination', async ({
  page,
  rest,
  signInAs,
}) => {
  await forgetStore(page)
  await changeAnswer(page, 'stores.list', (answer) => ({ result: { data: { stores: demoStoresIn(answer) } } }))
  const search = crypto.randomUUID()
  const ids = await storeIds(rest)
  const request = {
    storeIds: ids,
    columns: ['orderName', 'lineItem.name'],
    filters: { search, financialStatus: ['paid'] },
    layout: 'repeat',
  }
  const asked = { ...request, url: spreadsheet, timezone: 'Asia/Tokyo' }
  await settled(rest, jobIn((await rest('owner', 'POST', '/orders/export', asked)).body).id)
  await signInAs('owner')
  await page.goto('/jobs')
  await jobs(page, search).getByRole('button', { name: 'Change and run' }).click()
  await expect(page).toHaveURL(/\/orders/)
  await expect(dialog(page).getByText(`As in the earlier export: Search: “${search}”, Payment: Paid`)).toBeVisible()
  const stores = dialog(page).getByRole('group', { name: 'Stores' })
  await expect(stores.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(dialog(page).getByText('2 stores · 2 columns')).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: 'Google Sheets' })).toBeChecked()
  await expect(dialog(page).getByRole('checkbox', { name: 'Export in the background' })).toBeChecked()
  await expectFineEverywhere(page)
  await dialog(page).getByRole('radio', { name: 'File' }).check()
  await dialog(page).getByRole('button', { name: 'Start Export' }).click()
  await expect(dialog(page).getByText('Export job created!')).toBeVisible()
  const { body } = await rest('owner', 'GET', '/jobs?mine=true&limit=20')
  const newest = (Object(body).data.jobs as Job[]).find((job) => job.request?.filter['search'] === search)
  expect(newest?.destination.kind).toBe('csv')
  const again = await rest('owner', 'GET', `/jobs/${newest?.id}/request`)
  expect(Object(again.body).data.request).toMatchObject({ ...request, timezone: 'Asia/Tokyo', url: '' })
  // What was closed stays closed, also after a reload.
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('an export of products is changed and run', async ({ page, rest, signInAs }) => {
  await forgetStore(page)
  const search = crypto.randomUUID()
  const [storeId] = await storeIds(rest)
  const config = { fields: ['Title', 'Handle'], maxItemsPerFile: 7, rowsPerProduct: 1, filter: { search } }
  const { id } = jobIn((await rest('owner', 'POST', '/products/export', { storeId, config })).body)
  await settled(rest, id)
  await signInAs('owner')
  await page.goto('/jobs')
  await jobs(page, search).getByRole('button', { name: 'Change and run' }).click()
  await expect(page).toHaveURL(new RegExp(`/products\\?.*store=${storeId}`))
  await expect(dialog(page).getByLabel('Max Items')).toHaveValue('7')
  await expect(dialog(page).getByRole('tab', { name: 'Columns (2)' })).toBeVisible()
  await dialog(page).getByLabel('Max Items').fill('8')
  const sent = page.waitForRequest((one) => one.url().endsWith('/products/export'))
  await dialog(page).getByRole('button', { name: 'Start Export' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ storeId, config: { ...config, maxItemsPerFile: 8 } })
})

test('who may not run it has no button, and one’s own failed export has Retry instead', async ({ page, signInAs }) => {
  const failed = { status: 'failed', canRetry: true, canRun: true, error: { code: 'STORE_BUSY', message: 'Slow down.' } } as const
  await changeAnswer(page, 'export.jobs.list', () => ({
    result: { data: jobList(madeJob({ id: '1' }), madeJob({ id: '2', status: 'running', canRun: true }), madeJob({ id: '3', ...failed })) },
  }))
  await signInAs('manager')
  await page.goto('/jobs')
  const all = page.getByRole('table', { name: 'Jobs' }).locator('tbody')
  await expect(all.nth(0).getByRole('button')).toHaveCount(0)
  await expect(all.nth(1).getByRole('button')).toHaveCount(0)
  // Somebody else's: Retry goes on for them, Run again is the manager's own.
  await expect(all.nth(2).getByRole('button')).toHaveText(['Retry', 'Run again', 'Change and run'])
  const refused = { error: { code: 'NOT_FOUND', message: 'Print House: this store is inactive' } }
  const sent: string[] = []
  await page.route('**/api/v1/jobs/*/run', (route) => {
    sent.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status: 404, json: refused })
  })
  await all.nth(2).getByRole('button', { name: 'Run again' }).click()
  await expect(all.nth(2).getByRole('alert')).toHaveText('Print House: this store is inactive')
  expect(sent).toEqual(['/api/v1/jobs/3/run'])
})
