import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { silentShop } from './shops.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page, label: 'Add Store' | 'Save') => dialog(page).getByRole('button', { name: label }).click()
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const storeFields = { domain: 'north.myshopify.com', platform: 'shopify', active: true, locationId: '77', currency: 'EUR', timezone: 'UTC' }

async function openForm(page: Page) {
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Add Store' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Add Store' })).toBeVisible()
}

test.describe('list', () => {
  test('shows each store with its facts', async ({ page, signInAs }) => {
    const stores = { ...storeFields, id: 'x', name: 'Closed', active: false, credential: 'accessToken' }
    await changeAnswer(page, 'stores.list', () => ({
      result: { data: { stores: [stores, { ...stores, id: 'y', name: 'Open', active: true }] } },
    }))
    await signInAs('manager')
    await page.goto('/stores')
    for (const fact of ['north.myshopify.com', 'Inactive', 'Shopify', 'EUR', '77', 'UTC'])
      await expect(card(page, 'Closed')).toContainText(fact)
    await expect(card(page, 'Open')).toContainText('Active')
    await expect(card(page, 'Open')).not.toContainText('Inactive')
    await expectFineEverywhere(page)
  })

  for (const [role, sentence] of [
    ['owner', 'No stores yet. Add your first store to get started.'],
    ['manager', 'No stores available. Contact your administrator for access.'],
  ] as const)
    test(`says to the ${role} what an empty list means`, async ({ page, signInAs }) => {
      await changeAnswer(page, 'stores.list', () => ({ result: { data: { stores: [] } } }))
      await signInAs(role)
      await page.goto('/stores')
      await expect(page.getByText(sentence)).toBeVisible()
      await expectFineEverywhere(page)
      const first = page.getByRole('button', { name: 'Add your first store' })
      await expect(first).toHaveCount(role === 'owner' ? 1 : 0)
      if (role !== 'owner') return
      await first.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(first).toBeFocused()
    })
})

test.describe('Test', () => {
  test('says on the card that the shop lets us in, and what is limited', async ({ page, signInAs }) => {
    await signInAs('owner')
    await page.goto('/stores')
    const southern = card(page, 'Southern Cross')
    await southern.getByRole('button', { name: 'Test' }).click()
    await expect(southern.getByRole('status')).toContainText('Connection successful!')
    const limit = /Only orders of the last 60 days are visible/
    await expect(southern.getByRole('status')).toContainText(limit)
    await expect(southern).toContainText('Limited')
    await expect(southern.getByText(limit)).toHaveCount(1)
    // Later visitors read it beside the state.
    await page.reload()
    await expect(southern.getByText(limit)).toHaveCount(1)
    await southern.getByRole('button', { name: 'Test' }).click()
    await expect(southern.getByRole('status')).toContainText(limit)
    await expect(southern.getByText(limit)).toHaveCount(1)
    await expect(card(page, 'North Supply').getByRole('status')).toBeEmpty()
    await expectFineEverywhere(page)
  })
})

test.describe('form', () => {
  test('names every mistake of an empty form and puts the cursor on the first', async ({ page, signInAs }) => {
    const sent = sentCalls(page, 'stores.create')
    await signInAs('owner')
    await openForm(page)
    await save(page, 'Add Store')
    for (const sentence of ['Please enter a name', 'Please enter the domain', 'Please enter the access token'])
      await expect(dialog(page).getByText(sentence)).toBeVisible()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.getByRole('radio', { name: 'ShopBase' }).check()
    await save(page, 'Add Store')
    for (const sentence of ['Please enter the API key', 'Please enter the API password'])
      await expect(dialog(page).getByText(sentence)).toBeVisible()
    expect(sent).toEqual([])
    await expectFineEverywhere(page)
  })
})

test('a store is added, edited without its secret, moved only with it, and deleted', async ({ page, signInAs }) => {
  const name = `E2E ${randomUUID().slice(0, 8)}`
  const domain = silentShop()
  await signInAs('owner')
  await openForm(page)
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Domain').fill(`https://${domain.toUpperCase()}/`)
  await field(page, 'Access token *').fill('shpat_e2e')
  const created = sentCalls(page, 'stores.create')
  await save(page, 'Add Store')
  await expect(dialog(page).getByRole('alert')).toContainText(`${name}: the shop could not be reached`)
  await dialog(page).getByRole('button', { name: 'Save anyway' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, name)).toContainText(domain)
  await expect(card(page, name)).toContainText('Unreachable')
  expect(created[0]).not.toHaveProperty('apiKey')

  await card(page, name).getByRole('button', { name: 'Test' }).click()
  await expect(card(page, name).getByRole('status')).not.toBeEmpty()
  const updated = sentCalls(page, 'stores.update')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Edit Store' })).toBeVisible()
  await expect(field(page, 'Access token')).toHaveValue('')
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await save(page, 'Save')
  await expect(card(page, name)).toContainText('Inactive')
  await expect(card(page, name).getByRole('status')).toBeEmpty()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused()
  expect(updated[0]).toMatchObject({ active: false })
  expect(updated[0]).not.toHaveProperty('token')

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog(page).getByLabel('Domain').fill(`moved-${domain}`)
  await save(page, 'Save')
  await expect(dialog(page).getByText('Please re-enter the credentials')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(dialog(page)).toContainText(`Are you sure you want to delete "${name}"?`)
  const removed = sentCalls(page, 'stores.remove')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, name)).toBeVisible()
  expect(removed).toEqual([])
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, name)).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'North Supply')).toBeVisible()
  await expect(card(page, name)).toHaveCount(0)
})

test('a delete that fails says why and keeps the store', async ({ page, signInAs }) => {
  await page.route(trpc('stores.remove'), (route) => route.abort())
  await signInAs('owner')
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Delete North Supply' }).click()
  await expectFineEverywhere(page)
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to delete store')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, 'North Supply')).toBeVisible()
})
