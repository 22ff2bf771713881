import type { Page } from '@playwright/test'
import { countedStore, madeFigures } from '#tests/support/figures.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswers, forgetStore } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { fixTime } from './fixed-time.ts'

const NOW = '2026-02-01T10:00:00.000Z'
const shop = { platform: 'shopify', locationId: null, currency: 'USD', timezone: 'UTC', credential: 'accessToken', active: true } as const
const calm = { state: 'connected', stateReason: null, stateSince: NOW } as const
const madeStore = (id: string, name: string) => ({ ...shop, ...calm, id, name, domain: `${id}.myshopify.com` })

/** The dashboard has another table of the stores, of their catalogues. */
const figuresOf = (page: Page) => page.getByRole('region', { name: 'Orders by store, figures' })

test('the figures of a shop lead to as many orders', async ({ page, signInAs }) => {
  await forgetStore(page)
  await signInAs('manager')
  await page.goto('/dashboard')
  const row = figuresOf(page).getByRole('row', { name: /Harbor & Pine/ })
  await expect(page.getByText(/^Counted /)).toBeVisible()
  const week = row.getByRole('link', { name: /last 7 days: \d+ orders?$/ })
  const text = await week.textContent()
  await expect(row.getByRole('img', { name: /^\d+ orders in 14 days/ })).toBeVisible()
  await week.click()
  await expect(page).toHaveURL(/\/orders\?.*createdAfter=/)
  await expect(page.getByText(new RegExp(`^1 to ${text} of ${text}$`))).toBeVisible()
})

test('rows stand before the figures, which come, say their age and name late orders', async ({ page, signInAs }) => {
  await fixTime(page, NOW)
  const alpha = madeStore('a', 'Alpha')
  const beta = { ...madeStore('b', 'Beta'), state: 'unreachable', stateReason: 'The shop did not answer' }
  let isCounted = false
  const problem = 'Beta could not be reached'
  await changeAnswers(page, {
    'stores.list': () => ({ result: { data: { stores: [alpha, beta, { ...madeStore('o', 'Off'), active: false }] } } }),
    'orders.figures': () => ({
      result: {
        data: {
          stores: isCounted
            ? [countedStore('a'), countedStore('b', { problem, figures: { ...madeFigures, overdue: 0, oldest: null } })]
            : [countedStore('a', { figures: null, isUpdating: true }), countedStore('b', { figures: null, isUpdating: true })],
        },
      },
    }),
  })
  await signInAs('owner')
  await page.goto('/dashboard')
  const rows = figuresOf(page).getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveText([/^Alpha–––$/, /^BetaUnreachable–––$/])
  await expect(page.getByText('Counting…')).toBeVisible()
  const before = await rows.first().boundingBox()
  isCounted = true
  await expect(rows).toHaveText([/Alpha.*1370.*1,204.*2 late.*#1001.*5 days ago/, new RegExp(`Beta.*${problem}.*1370.*1,204`)])
  await expect(page.getByText('Counted 3 minutes ago')).toBeVisible()
  expect((await rows.first().boundingBox())?.height).toBe(before?.height)
  const attention = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: 'unfulfilled' })
  await expect(attention).toHaveText([/Alpha.*2 orders unfulfilled for more than 3 days.*The oldest is #1001, 5 days ago/])
  await expectFineEverywhere(page)
  await expect(attention.getByRole('link')).toHaveAttribute('href', /tab=unfulfilled&createdBefore=2026-01-28/)
  await expect(rows.first().getByRole('link', { name: /oldest unfulfilled order/ })).toHaveAttribute('href', /order=.*7001/)
})

test('fifty stores are listed when they are asked for, by keyboard too', async ({ page, signInAs }) => {
  const stores = Array.from({ length: 60 }, (_, index) => madeStore(`s${index}`, `Store ${index}`))
  await changeAnswers(page, {
    'stores.list': () => ({ result: { data: { stores } } }),
    'orders.figures': () => ({ result: { data: { stores: stores.map(({ id }) => countedStore(id)) } } }),
  })
  await signInAs('owner')
  await page.goto('/dashboard')
  const rows = figuresOf(page).getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Show all 60 stores' }).press('Enter')
  await expect(rows).toHaveCount(60)
  await page.getByRole('button', { name: 'Show the first 10 stores' }).press('Enter')
  await expect(rows).toHaveCount(10)
  const attention = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  await expect(attention.filter({ hasText: 'more stores with late orders' })).toHaveText(/55 more stores/)
})
