import type { Page } from '@playwright/test'
import type { Job } from '#shared/jobs.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { fixTime } from './fixed-time.ts'

const made = (id: string, change: Partial<Job>) => madeJob({ ...change, id })
const showJobs = (page: Page, ...jobs: Job[]) => changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList(...jobs) } }))
const shown = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody')
const receipt = {
  columns: ['Name', 'Total'],
  filter: { financialStatus: ['paid'] },
  limit: null,
  isLimitHit: false,
  startedAt: '2026-01-31T10:00:00.000Z',
  finishedAt: '2026-01-31T10:00:47.000Z',
  sha256: 'e3b0',
  file: { name: 'orders-export.csv', bytes: 8_234_567 },
  stores: [
    {
      storeId: 'n',
      storeName: 'North Supply',
      expected: 20_000,
      fetched: 20_000,
      written: 20_000,
      distinct: 20_000,
      skipped: [],
      scopeGaps: [],
      deleted: 0,
    },
  ],
}
const whole = made('whole', {
  type: 'order_export',
  counts: { expected: 20_000, fetched: 20_000, written: 20_000, distinct: 20_000, skipped: 0 },
  finishedAt: receipt.finishedAt,
  stores: [
    { id: 'n', name: 'North Supply' },
    { id: 'g', name: 'Gift Barn' },
    { id: 'x', name: null },
    { id: 'h', name: 'Harbor & Pine' },
  ],
  request: {
    columns: 54,
    template: null,
    filter: { financialStatus: ['paid'], createdAfter: '2026-01-01' },
    selected: null,
    limit: null,
    sheetUrl: null,
    format: 'csv',
  },
  destination: { kind: 'csv', format: 'csv', name: 'orders-export.csv', bytes: 8_234_567, url: null },
  files: [{ id: 'f', name: 'orders-export.csv', rows: 20_000, bytes: 8_234_567, sha256: 'e3b0', url: '/api/v1/jobs/whole/files/f' }],
  filesExpireAt: '2026-03-02T10:00:47.000Z',
  receipt,
  canRun: true,
})

test('a job in the table tells its request, destination, size, expiry and proof', async ({ page, signInAs }) => {
  await showJobs(page, whole)
  await fixTime(page, '2026-01-31T12:00:00.000Z')
  await signInAs('manager')
  await page.goto('/jobs')
  const job = shown(page).first()
  await expect(job).toHaveText(/Order export.*Completed.*54 columns · Payment: Paid · After: Jan 1, 2026/)
  await expect(job).toHaveText(
    /Gift Barn.*Harbor & Pine.*and 2 more.*CSV, 8\.2 MB.*expires in 29 days.*20,000.*47 s.*Mai Manager.*2 hours ago/,
  )
  const proof = job.getByText('Complete: 20,000 of 20,000, none doubled')
  await expect(job.getByText('SHA-256')).toBeHidden()
  await proof.press('Enter')
  await expect(job.getByText('All 20,000 exported, none missing or duplicated; 20,000 rows written')).toBeVisible()
  const exact = job.getByRole('tooltip')
  await expect(exact).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  for (let stops = 0; stops < 4 && !(await exact.isVisible()); stops++) await page.keyboard.press('Shift+Tab')
  await expect(exact).toHaveText(/^Jan 31, 2026, \d+:00:00 [AP]M GMT.* \(.+\)$/)
  await expectFineEverywhere(page)
})

test('an export that stands at 0 % says at which step it is', async ({ page, signInAs }) => {
  const counts = { expected: 20_000, fetched: 0, written: 0, distinct: 0, skipped: 0 }
  const running = { status: 'running', progress: 0, counts } as const
  await showJobs(page, made('1', running), made('2', { ...running, waitingFor: 'Shopify is preparing the file: 1,200 objects' }))
  await signInAs('manager')
  await page.goto('/jobs')
  const steps = shown(page).nth(0).getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveText(['Asked', 'Shop prepares', 'Reading', 'Writing'])
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(shown(page).nth(0)).toContainText('The progress stands at 0 % until the first row arrives.')
  await expect(shown(page).nth(1)).toContainText('Waiting: Shopify is preparing the file: 1,200 objects')
  await expectFineEverywhere(page)
})
