// A failed refresh keeps the earlier data, shows its age, and offers a retry.
import type { Page } from '@playwright/test'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openOrders, pickStores, rows as orderRows } from './orders-page.ts'
import { openProducts, rows as productRows } from './products-page.ts'

type Kept = { path: string; call: string; kept: (page: Page) => ReturnType<Page['locator']> }

const note = (page: Page) => page.getByRole('main').getByRole('alert')
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()
const unreached = 'The server could not be reached. Please check your connection.'
const since = /Could not refresh\. Shown as of \w{3} \d+, \d{4}, \d+:\d\d/

const screens: readonly Kept[] = [
  { path: '/orders', call: 'orders.list', kept: orderRows },
  { path: '/products', call: 'products.list', kept: productRows },
  { path: '/stores', call: 'stores.list', kept: (page) => page.getByRole('main').getByRole('listitem') },
  { path: '/dashboard', call: 'stores.list', kept: (page) => page.getByRole('region', { name: 'Active Stores' }).getByRole('listitem') },
  { path: '/jobs', call: 'export.jobs.list', kept: (page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody') },
  {
    path: '/settings?tab=sessions',
    call: 'profile.sessions',
    kept: (page) => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem'),
  },
  {
    path: '/settings?tab=audit',
    call: 'settings.audit',
    kept: (page) => page.getByRole('region', { name: 'Audit log', exact: true }).locator('tbody tr'),
  },
]

for (const { path, call, kept } of screens)
  test(`${path} keeps its rows`, async ({ page, context, signInAs }) => {
    await page.clock.install()
    if (call === 'export.jobs.list') await changeAnswer(page, call, () => ({ result: { data: jobList(madeJob()) } }))
    await signInAs('owner')
    await page.goto(path)
    await expect(kept(page).first()).toBeVisible()
    const before = await kept(page).count()
    await page.unrouteAll({ behavior: 'wait' })
    await page.route(trpc(call), (route) => route.abort())
    // Stale data is requested again when the connection returns.
    await page.clock.fastForward(120_000)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(note(page).first()).toHaveText(since)
    await expect(note(page).first()).toContainText(unreached)
    await expect(kept(page)).toHaveCount(before)
    const next = page.getByRole('button', { name: 'Next' })
    if (await next.count()) await expect(next).toBeDisabled()
    await page.unrouteAll({ behavior: 'wait' })
    // One call may carry the requests of two lists.
    for (const retry of (await note(page).getByRole('button', { name: 'Retry' }).all()).toReversed()) await retry.click()
    await expect(note(page)).toHaveCount(0)
    if (path === '/orders') await expect(next).toBeEnabled()
  })

test.describe('refused credentials lead to the form of their store', () => {
  const refused = () => failed(422, 'STORE_REJECTED', 'Gift Barn: the platform refused the credentials')
  const form = (page: Page) => page.getByRole('dialog', { name: 'Edit Store' })
  const edit = (page: Page) => page.getByRole('link', { name: 'Edit Gift Barn' })

  test('from a list that stands, and from one that does not', async ({ page, signInAs }) => {
    await signInAs('owner')
    await openProducts(page)
    await changeAnswer(page, 'products.list', refused)
    await refresh(page)
    await expect(note(page)).toContainText('Gift Barn: the platform refused the credentials')
    await expect(productRows(page)).not.toHaveCount(0)
    await expectFineEverywhere(page)
    await page.reload()
    await expect(note(page)).toContainText('Failed to load products')
    await edit(page).click()
    await expect(form(page).getByLabel('Name')).toHaveValue('Gift Barn')
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/stores')
  })

  test('from orders, also where other stores answered', async ({ page, signInAs }) => {
    await signInAs('owner')
    await changeAnswer(page, 'orders.list', refused)
    await page.goto('/orders')
    await expect(edit(page)).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await changeAnswer(page, 'orders.list', (answer) => {
      const data = answer.result?.data
      if (typeof data !== 'object' || data === null) return answer
      return { result: { data: { ...data, warnings: ['Gift Barn: the platform refused the credentials'] } } }
    })
    await openOrders(page)
    await pickStores(page, 'Gift Barn', (dialog) => dialog.getByRole('checkbox', { name: 'Print House' }).check())
    await expect(page.getByRole('note').getByRole('link', { name: 'Edit Gift Barn' })).toBeVisible()
  })

  test('but not for who may not change it', async ({ page, signInAs }) => {
    await signInAs('viewer')
    await changeAnswer(page, 'orders.list', refused)
    await page.goto('/orders')
    await expect(note(page)).toContainText('refused the credentials')
    await expect(edit(page)).toHaveCount(0)
  })
})
