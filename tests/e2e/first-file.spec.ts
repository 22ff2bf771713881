// From an empty data folder to a CSV file of one's own shop, through the approval in Shopify, as its first owner does it.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { pictureBase } from '#sandbox/picture.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { startSandbox } from '#sandbox/start.ts'
import { productFields } from '#shared/product-fields.ts'
import { connectCallback } from '#shared/store-connect.ts'
import { expectedRows } from '#tests/support/expected-csv.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { countedInput } from './counted-input.ts'
import { password } from './security-page.ts'

/** The most that the owner clicks and fills in. Opening the link that the server has printed is the first. */
const mostInteractions = 25

const email = 'owner@new.test'
const app = { clientId: 'own-app', clientSecret: 'shpss_own_app', isForeign: true }
const shop = {
  platform: 'shopify',
  host: 'own-shop.myshopify.com',
  name: 'Own Shop',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  products: 250,
  scopes: [
    'read_products',
    'write_products',
    'read_inventory',
    'read_locations',
    'read_orders',
    'read_all_orders',
    'read_customers',
    'read_payment_terms',
    'read_markets',
  ],
  credentials: { accessToken: 'shpat_unused' },
  app,
} satisfies ShopSettings

test('a new installation writes the first file of its shop within 25 interactions', async ({ page }) => {
  test.slow()
  const sandbox = await startSandbox({ shops: [shop] })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => sandbox.close())
  const begun = performance.now()
  // The pictures of the catalogue come from the demo's sandbox, and the page may load them only from origins that the server calls.
  const endpoints = { ...sandbox.endpoints, 'pictures.myshopify.com': new URL(pictureBase).origin }
  const { origin, register } = stack.use(await startProductionServer(endpoints))
  sandbox.tune({ redirectUris: [origin + connectCallback] })
  const ready = performance.now()
  const input = countedInput(page)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await input.open(register)
  await input.fill(page.getByLabel('Email'), email)
  await input.fill(page.getByLabel('Password', { exact: true }), password)
  await input.fill(page.getByLabel('Confirm password', { exact: true }), password)
  await input.press('Enter')
  await expect(page).toHaveURL(`${origin}/login`)
  await input.fill(page.getByLabel('Email'), email)
  await input.fill(page.getByLabel('Password', { exact: true }), password)
  await input.press('Enter')

  await input.click(page.getByRole('link', { name: 'Add a store' }))
  await input.fill(dialog.getByLabel('Name'), shop.name)
  await input.fill(dialog.getByLabel('Domain'), shop.host)
  await input.click(dialog.getByRole('radio', { name: 'Approval in Shopify' }))
  await input.fill(dialog.getByLabel('Client ID *', { exact: true }), app.clientId)
  await input.fill(dialog.getByLabel('Client secret *', { exact: true }), app.clientSecret)
  await input.click(dialog.getByRole('button', { name: 'Continue in Shopify' }))
  await input.click(page.getByRole('link', { name: 'Install' }))
  await expect(page.getByRole('listitem', { name: shop.name })).toContainText('Connected')

  await input.click(page.getByRole('link', { name: 'Products', exact: true }))
  await input.click(button('Export'))
  const started = page.waitForEvent('download')
  await input.click(dialog.getByRole('button', { name: 'Start Export' }))
  const file = await started
  const rows: string[][] = parse(await readFile(await file.path(), 'utf8'), { bom: true, record_delimiter: '\r\n' })
  const ended = performance.now()

  const { products, collections } = catalogueOf(shop)
  const { platform } = shop
  const collectionTitles = new Map(collections.map(({ id, title }) => [id, title]))
  const expected = products.flatMap((product) => expectedRows({ platform, collectionTitles }, product, productFields))
  expect(rows).toEqual([[...productFields], ...expected])
  expect(input.count).toBeLessThanOrEqual(mostInteractions)
  const seconds = (ms: number) => Math.round(ms / 1_000)
  console.log(`first file: ${input.count} interactions, ${seconds(ended - ready)} s after ${seconds(ready - begun)} s of starting`)
})
