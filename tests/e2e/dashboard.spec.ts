import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, failed, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const store = { platform: 'shopify', locationId: null, currency: 'USD', timezone: 'UTC', credential: 'accessToken' }
const stores = [
  { ...store, id: 'a', name: 'Alpha', domain: 'alpha.myshopify.com', active: true },
  { ...store, id: 'b', name: 'Beta', domain: 'beta.myshopify.com', active: false },
]

test('counts the stores and shows the active ones', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Mai Manager')).toBeVisible()
  await expect(page.locator('dl')).toHaveText(/Active Stores2Running Jobs\d+Failed Jobs\d+Total Stores2/)
  const cards = page.getByRole('region', { name: 'Active Stores' }).getByRole('listitem')
  await expect(cards).toHaveText([/Harbor & Pine.*Shopify.*harbor\.myshopify\.com/, /Print House.*ShopBase.*printhouse\.onshopbase\.com/])
  await expectFineEverywhere(page)
})

test('leaves inactive stores out of the grid but not out of the total', async ({ page, signInAs }) => {
  await changeAnswer(page, 'stores.list', () => ({ result: { data: { stores } } }))
  await signInAs('manager')
  await page.goto('/dashboard')
  await expect(page.locator('dl')).toHaveText(/Active Stores1.*Total Stores2/)
  await expect(page.getByRole('region', { name: 'Active Stores' }).getByRole('listitem')).toHaveText([/Alpha/])
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
  await page.getByRole('link', { name: 'Print House' }).click()
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

test('tries twice, then says that the stores could not be loaded, and again on Retry', async ({ page, signInAs }) => {
  await changeAnswer(page, 'stores.list', () => failed(503, 'OVERLOADED', 'The server is busy. Please try again in a moment.'))
  const calls = sentCalls(page, 'stores.list')
  await signInAs('manager')
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText('The server is busy. Please try again in a moment.')
  expect(calls).toHaveLength(2)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Total Stores')).toBeVisible()
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
