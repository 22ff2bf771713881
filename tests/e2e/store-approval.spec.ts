import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { demoShops } from '#sandbox/demo-shops.ts'
import { spareHost } from '#sandbox/spare-hosts.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'

const [north] = demoShops
if (north?.platform !== 'shopify' || !north.app) throw new Error('the first shop of the demo has no app')
const { host, app } = north

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) => page.getByRole('listitem', { name })

/** The form of a new store at an unused address of North Supply, with the app's id and a secret. */
async function fillForm(page: Page, way: string, clientSecret: string = app.clientSecret): Promise<string> {
  const name = `Approved ${randomUUID().slice(0, 8)}`
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Add Store' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  const [shop] = spareHost(host, name.slice(-8)).split('.')
  await dialog(page).getByLabel('Domain').fill(`https://admin.shopify.com/store/${shop}`)
  await page.getByRole('radio', { name: way }).check()
  await dialog(page).getByLabel('Client ID *', { exact: true }).fill(app.clientId)
  await dialog(page).getByLabel('Client secret *', { exact: true }).fill(clientSecret)
  return name
}

/** The list that the returning browser loads first is read before the store is saved, and arrives after it. */
async function keepFirstListBack(page: Page) {
  const saved = page.waitForResponse(/stores\.finishConnect/)
  const isList = /\/trpc\/[^?]*stores\.list/
  const hold = async (route: Route) => {
    const response = await route.fetch()
    await saved
    await route.fulfill({ response }).catch(() => {})
  }
  await page.route(isList, hold, { times: 1 })
}

const go = (page: Page) => dialog(page).getByRole('button', { name: 'Continue in Shopify' }).click()

test('a shop of another organization is connected: refused, approved, saved, approved again', async ({ page, signInAs }) => {
  await signInAs('owner')
  const name = await fillForm(page, 'Client ID and secret')
  await dialog(page).getByRole('button', { name: 'Add Store' }).click()
  await expect(dialog(page)).toContainText('This app belongs to another Shopify organization')
  await expectFineEverywhere(page)
  await dialog(page).getByRole('button', { name: 'Use Approval in Shopify' }).click()
  await expect(dialog(page).getByLabel('Redirect URL')).toHaveValue(/\/api\/v1\/stores\/connect\/callback$/)
  await expectFineEverywhere(page)
  await go(page)
  await expect(page.getByRole('heading', { name: /^Install app on/ })).toBeVisible()
  await keepFirstListBack(page)
  await page.getByRole('link', { name: 'Install' }).click()
  await expect(card(page, name)).toContainText('Connected')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/stores$/)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('radio', { name: 'Approval in Shopify' })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Approve again in Shopify' }).click()
  await page.getByRole('link', { name: 'Install' }).click()
  await expect(card(page, name)).toContainText('Connected')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, name)).toHaveCount(0)
})

test('a merchant who cancels, and a wrong secret, have their sentences, and nothing is saved', async ({ page, signInAs }) => {
  await signInAs('owner')
  const cancelled = await fillForm(page, 'Approval in Shopify')
  await go(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The approval was cancelled in Shopify.')
  await expectFineEverywhere(page)
  await expect(card(page, cancelled)).toHaveCount(0)
  const wrong = await fillForm(page, 'Approval in Shopify', 'shpss_wrong')
  await go(page)
  await page.getByRole('link', { name: 'Install' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText("The signature of Shopify's answer does not fit the client secret.")
  await dialog(page).getByRole('button', { name: 'Connect again' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Add Store' })).toBeVisible()
  // What was entered is kept, except for the secret.
  await expect(dialog(page).getByLabel('Name')).toHaveValue(wrong)
  await expect(dialog(page).getByLabel('Domain')).toHaveValue(/^https:\/\/admin\.shopify\.com\/store\/spare-/)
  await expect(page.getByRole('radio', { name: 'Approval in Shopify' })).toBeChecked()
  await expect(dialog(page).getByLabel('Client ID *', { exact: true })).toHaveValue(app.clientId)
  await expect(dialog(page).getByLabel('Client secret *', { exact: true })).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), location.href]))
  expect(stored).not.toContain('shpss_wrong')
  await dialog(page).getByLabel('Client secret *', { exact: true }).fill(app.clientSecret)
  await go(page)
  await expect(page.getByRole('heading', { name: /^Install app on/ })).toBeVisible()
  expect(await page.evaluate(() => location.href)).not.toContain(app.clientSecret)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog(page).getByText('Close', { exact: true }).click()
  // The next store begins empty.
  await page.getByRole('button', { name: 'Add Store' }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('')
  await expect(card(page, wrong)).toHaveCount(0)
})

test('the address of a return opens nothing for another session', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/api/v1/stores/connect/callback?code=x&state=y&shop=evil.myshopify.com&hmac=z&timestamp=1')
  await expect(page).toHaveURL(/\/stores\?connect=notBegun$/)
  await expect(dialog(page).getByRole('alert')).toContainText('This connection was not begun in this browser and session')
  await dialog(page).getByText('Close', { exact: true }).click()
  await expect(page).toHaveURL(/\/stores$/)
})
