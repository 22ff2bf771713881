import { expect, test } from '#tests/support/playwright.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { changeAnswer, changeAnswers, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { fixTime } from './fixed-time.ts'

const store = { platform: 'shopify', locationId: null, currency: 'USD', timezone: 'UTC', credential: 'accessToken' }
const noFigures = { 'orders.figures': () => ({ result: { data: { stores: [] } } }) }
const stores = [
  { ...store, id: 'a', name: 'Alpha', domain: 'alpha.myshopify.com', active: true },
  { ...store, id: 'b', name: 'Beta', domain: 'beta.myshopify.com', active: false },
]

test('counts the stores and shows the active ones', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Mai Manager')).toBeVisible()
  await expect(page.locator('dl').first()).toHaveText(/Active Stores2Running Jobs\d+Failed Jobs\d+Total Stores2/)
  const cards = page.getByRole('region', { name: 'Active Stores' }).getByRole('listitem')
  await expect(cards).toHaveText([/Harbor & Pine.*Shopify.*harbor\.myshopify\.com/, /Print House.*ShopBase.*printhouse\.onshopbase\.com/])
  await expectFineEverywhere(page)
})

test('names the stores that somebody should mend, the worst first, and counts the rest', async ({ page, signInAs }) => {
  const told = { stateSince: '2026-01-31T10:00:00.000Z' }
  const shops = [
    { ...stores[0], id: 'c', name: 'Calm', state: 'connected', stateReason: null, ...told },
    ...['1', '2', '3', '4', '5', '6'].map((n) => ({
      ...stores[0],
      id: n,
      name: `Few rights ${n}`,
      state: 'limited',
      stateReason: 'Only 60 days',
      ...told,
    })),
    { ...stores[0], id: 'r', name: 'Locked', state: 'refused', stateReason: 'The platform refused the credentials', ...told },
    { ...stores[1], id: 'o', name: 'Off', state: 'refused', stateReason: 'Off', ...told },
  ]
  await changeAnswers(page, { ...noFigures, 'stores.list': () => ({ result: { data: { stores: shops } } }) })
  await signInAs('owner')
  await page.goto('/dashboard')
  const lines = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  await expect(lines.filter({ hasNotText: 'export' })).toHaveText([
    /Locked.*Refused.*refused the credentials/,
    ...['1', '2', '3', '4'].map((n) => new RegExp(`Few rights ${n}.*Limited.*60 days`)),
    /^2 more stores.*Show stores/,
  ])
  await expectFineEverywhere(page)
  await expect(lines.getByRole('link', { name: 'Edit Locked' })).toHaveAttribute('href', /\/stores\?edit=/)
})

test('shows the exports that failed in a week, with Retry for those who may, and counts the rest', async ({ page, signInAs }) => {
  const failure = { status: 'failed', finishedAt: '2026-01-31T10:00:00.000Z' } as const
  const jobs = [
    madeJob({ ...failure, id: '1', canRetry: true, error: { code: 'STORE_BUSY', message: 'The shop asked us to slow down.' } }),
    madeJob({
      ...failure,
      id: '2',
      type: 'order_export',
      storeIds: ['a'],
      stores: [{ id: 'a', name: 'Alpha' }],
      error: { code: 'INCOMPLETE', message: '5 orders are missing: 495 came' },
    }),
  ]
  await fixTime(page, '2026-02-01T10:00:00.000Z')
  await changeAnswers(page, {
    ...noFigures,
    'export.jobs.list': () => ({
      result: {
        data: { ...jobList(), failures: { jobs, count: 40, ends: { completed: 1_200, incomplete: 1, failed: 38, cancelled: 2 } } },
      },
    }),
  })
  const retried = sentCalls(page, 'export.jobs.retry')
  await signInAs('manager')
  await page.goto('/dashboard')
  const lines = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  const failures = lines.filter({ hasText: /export/ })
  await expect(failures).toHaveText([
    /Product export.*Failed.*slow down.*by Mai Manager.*yesterday.*Retry/,
    /Order export.*Incomplete.*Alpha.*5 orders are missing.*Show in Jobs/,
    /38 more exports failed in the last 7 days/,
  ])
  const week = page.getByRole('region', { name: 'Recent Jobs' })
  await expect(week.getByRole('img', { name: '1,241 exports in the last 7 days: 1200 completed, 1 incomplete' })).toBeVisible()
  await expect(week.getByRole('link', { name: '1,200 completed' })).toHaveAttribute('href', /status=completed/)
  await expect(week.getByRole('link', { name: '38 failed' })).toHaveAttribute('href', /status=failed/)
  await expectFineEverywhere(page)
  await failures.first().getByRole('button', { name: 'Retry' }).press('Enter')
  await expect.poll(() => retried).toEqual([{ id: '1' }])
  await expect(failures.first().getByRole('alert')).toBeVisible()
  await expect(failures.nth(1).getByRole('link')).toHaveAttribute('href', /\/jobs\?status=failed&type=order_export&store=a/)
  await failures.last().getByRole('link', { name: 'Show failed jobs' }).click()
  await expect(page).toHaveURL(/\/jobs\?status=failed$/)
})

test('each number leads to what it counts', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Failed Jobs: / }).click()
  await expect(page).toHaveURL(/\/jobs\?status=failed/)
  await page.goBack()
  await page.getByRole('link', { name: /^Total Stores: / }).click()
  await expect(page).toHaveURL('/stores')
})

test('says what to do where there is no store', async ({ page, signInAs }) => {
  await changeAnswer(page, 'stores.list', () => ({ result: { data: { stores: [] } } }))
  await signInAs('manager')
  await page.goto('/dashboard')
  await expect(page.getByText('No stores yet. Add your first store to get started.')).toBeVisible()
  await expectFineEverywhere(page)
})

test('opens the products of a store from its card', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Active Stores' }).getByRole('link', { name: 'Print House' }).click()
  await expect(page).toHaveURL(/\/products\?store=/)
})

test('shows who may see no card the sections that they can reach, and asks for neither stores nor jobs', async ({ page, signInAs }) => {
  await signInAs('viewer')
  const calls = ['stores.list', 'export.jobs.list'].map((call) => sentCalls(page, call))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(page.getByText('Total Stores')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Products', 'Orders'])
  expect(calls).toEqual([[], []])
  await expectFineEverywhere(page)
})

test('shows for 5 s why another screen was not', async ({ page, signInAs }) => {
  await page.clock.install()
  await signInAs('viewer')
  await page.goto('/stores')
  const banner = page.getByRole('alert')
  await expect(banner).toHaveText(/Access Denied.*Access denied\. You do not have permission to access this page\./)
  await expectFineEverywhere(page)
  await page.clock.fastForward(5_000)
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})
