import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Job } from '#shared/jobs.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { changeAnswer, forgetStore, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { anotherShop } from './shops.ts'

const made = (id: string, change: Partial<Job>) =>
  madeJob({ counts: { expected: 500, fetched: 120, written: 340, distinct: 120, skipped: 0 }, ...change, id })
const showJobs = (page: Page, ...jobs: Job[]) => changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList(...jobs) } }))
const rows = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('listitem')
/** A job in the table: its facts, and what is under way or how it ended. */
const shown = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody')
const isRecent = (input: unknown) => typeof input === 'object' && input !== null && !('mine' in input)

test('the Jobs screen says what there is to know about a job', async ({ page, signInAs }) => {
  await showJobs(
    page,
    made('1', {
      status: 'running',
      progress: 24,
      canCancel: true,
      waitingFor: 'ShopBase allows 2 calls per second',
    }),
    made('2', {
      status: 'failed',
      progress: 24,
      canRetry: true,
      canStartOver: true,
      error: { code: 'STORE_BUSY', message: 'The shop asked us to slow down.' },
    }),
    made('4', {
      status: 'failed',
      progress: 98,
      canRetry: true,
      error: { code: 'INCOMPLETE', message: '5 products are missing: 495 came' },
      files: [{ id: 'f', name: 'products_export_2026-11-22.csv.partial', rows: 495, bytes: 9, sha256: '0', url: '/api/v1/jobs/4/files/f' }],
    }),
    made('3', { warning: 'Only the first 120 of 500 products are exported (Max Items)' }),
  )
  await signInAs('manager')
  await page.goto('/jobs')
  await expect(shown(page).nth(0)).toHaveText(
    /Product export.*Running.*24%.*120 of 500 products.*left.*Waiting: ShopBase allows 2 calls per second/s,
  )
  await expect(shown(page).nth(1)).toContainText('The shop asked us to slow down.')
  await expect(shown(page).nth(2)).toHaveText(/Incomplete.*5 products are missing: 495 came/)
  await expect(shown(page).nth(2).getByRole('button', { name: 'Download' })).toHaveAttribute('title', /\.csv\.partial$/)
  await expect(shown(page).nth(3)).toContainText('Only the first 120 of 500 products')
  await expect(shown(page).getByRole('button')).toHaveText(['Cancel', 'Retry', 'Start over', 'Download', 'Retry'])
  await expect(page.getByRole('region', { name: 'Imports' }).getByRole('paragraph')).toHaveText('Coming soon...')
  await expectFineEverywhere(page)
})

test('names from right to left keep their places', async ({ page, rest, signInAs }) => {
  const names = ['\u0645\u062A\u062C\u0631', '\u0645\u062D\u0644']
  const answers = await Promise.all(names.map((name) => rest('owner', 'POST', '/stores', { name, ...anotherShop(), active: false })))
  const ids = answers.map(({ body }) => String(Object(body).data.store.id))
  await showJobs(page, made('1', { stores: ids.map((id, index) => ({ id, name: names[index] ?? null })) }))
  await signInAs('owner')
  await page.goto('/jobs')
  const named = shown(page).locator('bdi')
  await expect(named).toHaveText([...names, 'Mai Manager'])
  const left = (name: Locator) => name.evaluate((element) => element.getBoundingClientRect().left)
  expect(await left(named.nth(0))).toBeLessThan(await left(named.nth(1)))
  for (const id of ids) await rest('owner', 'DELETE', `/stores/${id}`)
})

test('the Jobs screen asks for what the filters say, and its URL keeps them', async ({ page, signInAs }) => {
  const calls = sentCalls(page, 'export.jobs.list')
  await signInAs('manager')
  await page.goto('/jobs')
  await page.getByLabel('Status').selectOption('Failed')
  await page.getByLabel('Type').selectOption('product export')
  await forgetStore(page)
  await page.getByRole('button', { name: 'Store: All stores' }).click()
  await page.getByRole('option', { name: 'Print House' }).click()
  await expect(page).toHaveURL(/status=failed.*type=product_export.*store=/)
  await expect.poll(() => calls.filter(isRecent).at(-1)).toEqual({ status: 'failed', type: 'product_export', storeId: expect.any(String) })
})

test('the Jobs screen is for those with settings:read', async ({ page, signInAs }) => {
  await signInAs('viewer')
  await page.goto('/jobs')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('alert')).toContainText('Access Denied')
})

test('the dashboard counts running and failed jobs and lists the newest five', async ({ page, signInAs }) => {
  const calls = sentCalls(page, 'export.jobs.list')
  await showJobs(
    page,
    made('1', { status: 'running', progress: 24 }),
    made('2', { status: 'active', progress: 0 }),
    made('3', { status: 'failed' }),
  )
  await signInAs('manager')
  await page.goto('/dashboard')
  // The second one is that of the catalogues, which comes later.
  await expect(page.locator('dl').first()).toHaveText('Active Stores2Running Jobs2Failed Jobs1Total Stores2')
  await expect(rows(page, 'Recent Jobs').first()).toHaveText(/product export.*Running.*Jan 31, 2026.*24%/s)
  expect(calls.filter(isRecent)).toEqual([{ limit: 5, failures: true }])
  await expectFineEverywhere(page)
})

test('an empty Jobs screen leads to all jobs, or to where one begins', async ({ page, signInAs }) => {
  await showJobs(page)
  await signInAs('manager')
  await page.goto('/jobs?status=failed')
  await expect(page.getByText('No jobs match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all jobs' }).press('Enter')
  await expect(page).not.toHaveURL(/status/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Orders' })).toHaveAttribute('href', /^\/orders/)
  await expectFineEverywhere(page)
})

test('a file made in the background is announced on another screen, and can be fetched there', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('staff')
  await page.goto('/products')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Export in the background' }).check()
  await page.getByLabel('Max Items').fill('5')
  await page.getByRole('button', { name: 'Start Export' }).click()
  await expect(page.getByText('Export job created! You will be notified when complete.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  const news = page.getByRole('status', { name: 'Finished exports' })
  await expect(news).toContainText('Export finished')
  await expect(news).toContainText(/5 of [\d,]+ products, \d+ rows · [\d.]+ \w+ · products_export_[\d-]+\.csv/)
  await expect(news).toContainText('Only the first 5 of')
  const saved = page.waitForEvent('download')
  await news.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^products_export_.*\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFTitle,Seller Code,/)
  await news.getByRole('button', { name: 'Dismiss' }).click()
  await expect(news).toBeEmpty()
  await page.getByRole('button', { name: /^My exports/ }).click()
  await expect(rows(page, 'My exports').filter({ hasText: 'Only the first 5 of' }).first()).toHaveText(
    /Product export.*Completed.*just now.*52 columns.*\d+ rows.*CSV, .*B.*expires in 29 days.*Only the first 5 of.*Run again/s,
  )
  await expectFineEverywhere(page)
})

test('the end of an export is announced behind five newer ones, and the menu shows those', async ({ page, signInAs }) => {
  const calls = sentCalls(page, 'export.jobs.list')
  const newer = ['1', '2', '3', '4', '5'].map((id) => made(id, {}))
  let old = made('old', { status: 'running' })
  await changeAnswer(page, 'export.jobs.list', () => {
    const { limit } = calls.at(-1) as { limit: number }
    return { result: { data: jobList(...[...newer, old].slice(0, limit), made('moving', { status: 'waiting' })) } }
  })
  await signInAs('staff')
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^My exports, \d under way/ })).toBeVisible()
  old = made('old', { sheet: { name: 'Products', url: 'https://docs.google.com/spreadsheets/d/x' } })
  await expect(page.getByRole('status', { name: 'Finished exports' })).toContainText('Export finished')
  await page.getByRole('button', { name: /^My exports/ }).click()
  await expect(rows(page, 'My exports')).toHaveCount(5)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a failed export is announced in a colour of its own, with the way to go on', async ({ page, signInAs }) => {
  let jobs = ['one', 'two'].map((id) => made(id, { status: 'running' }))
  await page.clock.install()
  await changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList(...jobs, made('moving', { status: 'waiting' })) } }))
  await signInAs('staff')
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^My exports, \d under way/ })).toBeVisible()
  jobs = [
    made('one', { sheet: { name: 'Products', url: 'https://docs.google.com/spreadsheets/d/x' } }),
    made('two', { status: 'failed', canRetry: true, error: { code: 'STORE_BUSY', message: 'Slow down.' } }),
  ]
  const toasts = page.getByRole('status', { name: 'Finished exports' }).locator('> div')
  await page.clock.runFor(3_000)
  await expect(toasts).toHaveText([/^Export finished/, /^Export failed.*Slow down\./])
  await expect(toasts.getByRole('button', { name: 'Retry' })).toHaveCount(1)
  const colours = await toasts.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderInlineStartColor))
  expect(new Set(colours).size).toBe(2)
  await expectFineEverywhere(page)
})

test('the end of an export is announced with its counts for eight seconds, and never over the pager', async ({ page, signInAs }) => {
  const warning = 'Only the first 120 of 500 products are exported (Max Items)'
  let job = made('one', { status: 'running' })
  await page.clock.install()
  await changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList(job, made('moving', { status: 'waiting' })) } }))
  await signInAs('staff')
  await page.goto('/products')
  await expect(page.getByRole('button', { name: /^My exports, \d under way/ })).toBeVisible()
  job = made('one', { warning, finishedAt: job.createdAt, sheet: { name: 'Products', url: 'https://docs.google.com/spreadsheets/d/x' } })
  const news = page.getByRole('status', { name: 'Finished exports' })
  await page.clock.runFor(3_000)
  await expect(news).toContainText('120 of 500 products, 340 rows')
  await expect(news).toContainText(warning)
  for (const viewport of [widths.phone, widths.desktop]) {
    await page.setViewportSize(viewport)
    const [toast, next] = await Promise.all([news.boundingBox(), page.getByRole('button', { name: 'Next' }).boundingBox()])
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(next?.y ?? 0)
  }
  await page.clock.runFor(8_000)
  await expect(news).toBeEmpty()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('who may not export has no exports of their own', async ({ page, signInAs }) => {
  const calls = sentCalls(page, 'export.jobs.list')
  await signInAs('viewer')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^My exports/ })).toHaveCount(0)
  expect(calls).toEqual([])
})
