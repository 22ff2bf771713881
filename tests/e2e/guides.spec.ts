// The guides under /docs: readable by everybody, in both schemes, on a phone and by the keyboard, without a request to another origin.
import type { Page } from '@playwright/test'
import { guideAddress, guidesHome } from '#shared/guides.ts'
import { pages } from '../../scripts/guides/pages.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'

/** Records every request to another origin, and every unsuccessful answer. */
function watchTraffic(page: Page, baseURL: string): string[] {
  const noted: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) noted.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) noted.push(`${response.status()} ${response.url()}`)
  })
  return noted
}

for (const { address } of pages)
  test(`${address} is readable everywhere`, async ({ page, baseURL }) => {
    const noted = watchTraffic(page, String(baseURL))
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFineEverywhere(page)
    expect(noted).toEqual([])
  })

test('the keyboard skips to the text, and follows the table of contents and the links between guides', async ({ page }) => {
  await page.goto(guideAddress('shopify'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Connect by approval' }).press('Enter')
  await expect(page).toHaveURL(/#connect-by-approval$/)
  await expect(page.getByRole('heading', { name: 'Connect by approval' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'All guides' }).getByRole('link', { name: 'Google Sheets' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Google Sheets' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Google Sheets' })).toHaveAttribute('aria-current', 'page')
})

test('the product leads to its guides', async ({ page, signInAs }) => {
  const guide = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/login')
  await expect(guide('Guides')).toHaveAttribute('href', guidesHome)
  await signInAs('owner')
  await page.goto('/stores?add=true')
  await page.getByRole('radio', { name: 'Approval in Shopify' }).check()
  await expect(guide('The guide: connect a Shopify shop')).toHaveAttribute('href', guideAddress('shopify'))
  await page.getByRole('radio', { name: 'ShopBase' }).check()
  await expect(guide('The guide: connect a ShopBase shop')).toHaveAttribute('href', guideAddress('shopbase'))
  await page.goto('/settings?tab=google')
  await expect(guide('Guides')).toHaveAttribute('href', guidesHome)
  const opened = page.waitForEvent('popup')
  await guide('The guide: Google Sheets').click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'Google Sheets' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox').fill('help')
  const listed = page.waitForEvent('popup')
  await page.getByRole('option', { name: 'Open the guides' }).click()
  await expect((await listed).getByRole('heading', { level: 1, name: 'Backcounter guides' })).toBeVisible()
})

test('the scheme that was chosen in the product holds for the guides', async ({ page }) => {
  await page.goto(guidesHome)
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  await page.reload()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 19, 23)')
})

test.describe('an address without a guide', () => {
  test.use({ provokedFault: /404/ })
  test('has a page that leads to the guides', async ({ page }) => {
    await page.goto('/docs/no-such-guide')
    await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible()
    await page.getByRole('navigation', { name: 'All guides' }).getByRole('link', { name: 'Install' }).click()
    await expect(page).toHaveURL(/\/docs\/install$/)
  })
})
