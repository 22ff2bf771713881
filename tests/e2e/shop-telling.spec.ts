// What the screens say about shops that tell us of changes, and where the secret for it is given.
import type { Page } from '@playwright/test'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const { webhooks } = catalogueScreenMessages
const notEnded = catalogueRefusals.webhooks.notEnded('The platform refused the credentials')

const told: CatalogueStore = {
  storeId: 'a',
  storeName: 'North Supply',
  isOn: true,
  state: 'ready',
  products: 1_204,
  variants: 3_010,
  filledAt: '2026-11-01T08:00:00.000Z',
  checkedAt: '2026-11-20T08:00:00.000Z',
  changedAt: '2026-11-20T07:00:00.000Z',
  comparedAt: '2026-11-20T01:00:00.000Z',
  differences: 0,
  problem: null,
  webhooks: 'on',
  webhooksReason: null,
}
const copies: CatalogueStore[] = [
  told,
  { ...told, storeId: 'b', storeName: 'Harbor', webhooksReason: 'Harbor did not answer in time' },
  { ...told, storeId: 'c', storeName: 'Print', webhooks: 'unavailable', webhooksReason: catalogueRefusals.webhooks.noSecret.shopbase },
  { ...told, storeId: 'd', storeName: 'Closed', isOn: false, state: 'off', products: 0, webhooks: 'off', webhooksReason: notEnded },
  { ...told, storeId: 'e', storeName: 'Quiet', isOn: false, state: 'off', products: 0, webhooks: 'off' },
]

const entry = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

test('Settings say of each store whether its shop tells us of changes, and what is in the way', async ({ page, signInAs }) => {
  await changeAnswer(page, 'products.catalogue.stores', (answer) => {
    const { result } = answer as { result: { data: object } }
    return { result: { data: { ...result.data, stores: copies } } }
  })
  await signInAs('owner')
  await page.goto('/settings?tab=catalogue')
  await expect(entry(page, 'North Supply')).toContainText(webhooks.on)
  await expect(entry(page, 'Harbor')).toContainText(webhooks.told('Harbor did not answer in time'))
  await expect(entry(page, 'Print')).toContainText(webhooks.asked(catalogueRefusals.webhooks.noSecret.shopbase))
  await expect(entry(page, 'Closed')).toContainText(notEnded)
  await expect(entry(page, 'Quiet')).not.toContainText('The shop')
  await expectFineEverywhere(page)
})

test('the demo, which has no public address, says why its shops cannot tell', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/settings?tab=catalogue')
  await expect(page.getByText(webhooks.asked(catalogueRefusals.webhooks.notReachable)).first()).toBeVisible({ timeout: 240_000 })
})

test('the form of a ShopBase store takes the shared secret, which is optional and hidden, and that of a Shopify store does not', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner')
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Add Store' }).click()
  const secret = dialog(page).getByLabel('Shared secret', { exact: true })
  await expect(dialog(page).getByRole('heading', { name: 'Add Store' })).toBeVisible()
  await expect(secret).toHaveCount(0)
  await dialog(page).getByRole('radio', { name: 'ShopBase' }).check()
  await expect(secret).toHaveAttribute('type', 'password')
  await expect(secret).not.toHaveAttribute('required')
  await expect(secret).toHaveAccessibleDescription(connectMessages.sharedSecretHint)
  await expectFineEverywhere(page)
  await dialog(page).getByLabel('Name').fill('Telling')
  await dialog(page).getByLabel('Domain').fill('telling.onshopbase.com')
  await dialog(page).getByRole('textbox', { name: 'API key' }).fill('key')
  await dialog(page).getByRole('textbox', { name: 'API password' }).fill('password')
  await secret.fill('signs the messages')
  const sent = sentCalls(page, 'stores.create')
  await dialog(page).getByRole('button', { name: 'Add Store' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  expect(sent).toEqual([expect.objectContaining({ platform: 'shopbase', sharedSecret: 'signs the messages' })])
})
