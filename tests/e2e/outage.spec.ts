// The server or its database is unavailable for a while: users stay signed in and continue on the same screen.
import type { Page, Route } from '@playwright/test'
import { errors } from '#shared/errors.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import { expect, expectAccessible, test } from '#tests/support/playwright.ts'
import { openProducts, rows } from './products-page.ts'

const { status, message } = errors.UNAVAILABLE
const kinds = {
  'without its database': (route: Route) =>
    route.fulfill({ status, headers: { 'retry-after': '5' }, json: { success: false, message, error: { code: 'UNAVAILABLE', message } } }),
  'behind a proxy that does not reach it': (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html>' }),
  'that cannot be reached': (route: Route) => route.abort(),
}

/** All calls. Pages and scripts are excluded: they are loaded before, or come from another server. */
const calls = /\/(trpc|api|readyz)(\/|$)/
const goAway = (page: Page, answer: (route: Route) => Promise<void>) => page.route(calls, answer)
const comeBack = (page: Page) => page.unroute(calls)
const notice = (page: Page) => page.getByText(operationMessages.unavailable)

for (const [kind, answer] of Object.entries(kinds))
  test(`a server ${kind} is waited for, on a screen and over a reload`, async ({ page, signInAs }) => {
    await signInAs('owner')
    await openProducts(page, '?search=linen')
    await expect(rows(page)).not.toHaveCount(0)
    const address = page.url()

    await goAway(page, answer)
    await page.getByRole('tab', { name: 'Draft' }).click()
    await expect(notice(page)).toBeVisible()
    await expectAccessible(page)
    await expect(page).toHaveURL(/products\?/)
    await comeBack(page)
    await expect(notice(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Failed to load products' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Draft', selected: true })).toBeVisible()

    await page.goto(address)
    await expect(rows(page)).not.toHaveCount(0)
    await goAway(page, answer)
    await page.reload()
    await expect(notice(page)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await comeBack(page)
    await expect(rows(page)).not.toHaveCount(0)
    await expect(notice(page)).toHaveCount(0)
    expect(page.url()).toBe(address)
  })
