// Every refusal on the ways to connect a Shopify shop, as the person at the dialog reads it: each has its own sentence and next step.
import type { Page } from '@playwright/test'
import type { ShopSettings, Tuning } from '#sandbox/settings.ts'
import { startSandbox } from '#sandbox/start.ts'
import { refusalText, shopRefusals, type ShopRefusal } from '#shared/shop-refusals.ts'
import { connectCallback } from '#shared/store-connect.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { becomeOwner } from './first-owner.ts'

const scopes = ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers']
const everything = [...scopes, 'write_products', 'read_all_orders', 'read_payment_terms', 'read_markets']
const shop = { platform: 'shopify', currency: 'EUR', timezone: 'Europe/Berlin', products: 5, scopes: everything } as const
/** A shop of the app's own organization, and one of another. */
const own = {
  ...shop,
  host: 'own-shop.myshopify.com',
  name: 'Own Shop',
  credentials: { clientId: 'own-app', clientSecret: 'shpss_own_app' },
  app: { clientId: 'own-app', clientSecret: 'shpss_own_app', isForeign: false },
} satisfies ShopSettings
const foreign = {
  ...shop,
  host: 'foreign-shop.myshopify.com',
  name: 'Foreign Shop',
  credentials: { accessToken: 'shpat_foreign' },
  app: { clientId: 'foreign-app', clientSecret: 'shpss_foreign_app', isForeign: true },
} satisfies ShopSettings
type TestShop = typeof own | typeof foreign

const credentials = 'Client ID and secret'
const approval = 'Approval in Shopify'
const dialog = (page: Page) => page.getByRole('dialog')

type Entered = { clientId?: string; clientSecret?: string }
type Sent = { at: TestShop; way: string; entered?: Entered | undefined }

async function send(page: Page, origin: string, { at: { name, host, app }, way, entered = {} }: Sent) {
  const { clientId, clientSecret } = { ...app, ...entered }
  await page.goto(`${origin}/stores`)
  await page.getByRole('button', { name: 'Add Store' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Domain').fill(host)
  await page.getByRole('radio', { name: way }).check()
  await dialog(page).getByLabel('Client ID *', { exact: true }).fill(clientId)
  await dialog(page).getByLabel('Client secret *', { exact: true }).fill(clientSecret)
  await dialog(page)
    .getByRole('button', { name: way === approval ? 'Continue in Shopify' : 'Add Store' })
    .click()
}

/** At the token endpoint, without a page of the shop between. */
const atOnce: Partial<Record<ShopRefusal, { at: TestShop; entered?: Entered; tuning?: Tuning }>> = {
  shopNotPermitted: { at: foreign },
  appNotInstalled: { at: own, tuning: { isInstalled: false } },
  unknownApp: { at: own, entered: { clientId: 'another-app' } },
  wrongSecret: { at: own, entered: { clientSecret: 'shpss_another' } },
  wayNotAllowed: { at: own, tuning: { refusesGrant: 'unauthorized_client' } },
  frozen: { at: own, tuning: { standing: 'frozen' } },
  locked: { at: own, tuning: { standing: 'locked' } },
  closed: { at: own, tuning: { standing: 'closed' } },
}

/** On the shop's own page, and on the way back from it. */
const onTheWay: Partial<Record<ShopRefusal, { entered?: Entered; tuning?: Tuning; answer: string }>> = {
  denied: { answer: 'Cancel' },
  scopeRefused: { tuning: { refusesGrant: 'invalid_scope' }, answer: 'Install' },
  badSignature: { entered: { clientSecret: 'shpss_another' }, answer: 'Install' },
}

async function startWorld() {
  const stack = new AsyncDisposableStack()
  const sandbox = await startSandbox({ shops: [own, foreign] })
  stack.defer(() => sandbox.close())
  const server = stack.use(await startProductionServer(sandbox.endpoints))
  sandbox.tune({ redirectUris: [server.origin + connectCallback] })
  return { sandbox, server, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('each refusal has its sentence in the dialog, and saves nothing', async ({ page }) => {
  test.slow()
  await using world = await startWorld()
  const { sandbox, server } = world
  await becomeOwner(page, server)
  const visit = (at: TestShop, way: string, entered?: Entered) => send(page, server.origin, { at, way, entered })

  for (const [kind, { at, entered, tuning = {} }] of Object.entries(atOnce))
    await test.step(kind, async () => {
      sandbox.tune({ isInstalled: true, standing: 'open', refusesGrant: null, ...tuning }, at.host)
      await visit(at, credentials, entered)
      await expect(dialog(page)).toContainText(refusalText(kind as ShopRefusal))
    })
  sandbox.tune({ isInstalled: true, standing: 'open', refusesGrant: null })

  await test.step('a missing scope', async () => {
    sandbox.tune({ scopes: everything.filter((scope) => scope !== 'read_customers') }, own.host)
    await visit(own, credentials)
    await expect(dialog(page)).toContainText('are empty in orders and their exports (read_customers)')
    await expect(dialog(page).getByRole('button', { name: 'Save with this hidden' })).toBeInViewport({ ratio: 1 })
    sandbox.tune({ scopes: everything }, own.host)
  })

  for (const [kind, { entered, tuning = {}, answer }] of Object.entries(onTheWay))
    await test.step(kind, async () => {
      sandbox.tune({ refusesGrant: null, ...tuning }, foreign.host)
      await visit(foreign, approval, entered)
      await page.getByRole('link', { name: answer }).click()
      const { sentence, next } = shopRefusals[kind as ShopRefusal]
      await expect(dialog(page).getByRole('alert')).toContainText(sentence)
      await expect(dialog(page).getByRole('alert')).toContainText(next)
    })

  await test.step('an older token of an app that has to renew its tokens', async () => {
    sandbox.tune({ demandsExpiring: true }, foreign.host)
    await page.goto(`${server.origin}/stores`)
    await page.getByRole('button', { name: 'Add Store' }).click()
    await dialog(page).getByLabel('Name').fill(foreign.name)
    await dialog(page).getByLabel('Domain').fill(foreign.host)
    await page.getByRole('radio', { name: 'Admin access token' }).check()
    await dialog(page).getByLabel('Access token *', { exact: true }).fill(foreign.credentials.accessToken)
    await dialog(page).getByRole('button', { name: 'Add Store' }).click()
    await expect(dialog(page)).toContainText(refusalText('expiringDemanded'))
    sandbox.tune({ demandsExpiring: false }, foreign.host)
  })

  const met = new Set([...Object.keys(atOnce), ...Object.keys(onTheWay), 'expiringDemanded', 'wrongRedirect'])
  for (const [kind, { sentence, next }] of Object.entries(shopRefusals).filter(([one]) => !met.has(one)))
    await test.step(`a return that ended as ${kind}`, async () => {
      await page.goto(`${server.origin}/stores?connect=${kind}`)
      await expect(dialog(page).getByRole('alert')).toContainText(sentence)
      await expect(dialog(page).getByRole('alert')).toContainText(next)
    })

  await test.step('a redirect URL that the app does not know, which Shopify shows on its own page', async () => {
    sandbox.tune({ redirectUris: ['https://elsewhere.example/callback'] })
    await visit(foreign, approval)
    await expect(page.getByRole('heading', { name: 'Oauth error' })).toBeVisible()
    await expect(page.getByText('The redirect_uri is not whitelisted')).toBeVisible()
    await page.goto(`${server.origin}/stores`)
    await page.getByRole('button', { name: 'Add Store' }).click()
    await page.getByRole('radio', { name: approval }).check()
    await expect(dialog(page)).toContainText(refusalText('wrongRedirect'))
  })

  await page.goto(`${server.origin}/stores`)
  await expect(page.getByText('No stores yet. Add your first store to get started.')).toBeVisible()
})
