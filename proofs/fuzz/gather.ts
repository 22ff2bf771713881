// Adds people and stores to a running server, and collects their ids.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { catalogueStores } from '#drizzle/catalogue-tables.ts'
import { sessionCookie } from '#server/auth/cookies.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createSchedule } from '#server/schedules/service.ts'
import { saveStore } from '#server/stores/service.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { silentHost } from '#sandbox/spare-hosts.ts'
import { levels, permissions } from '#shared/access.ts'
import { ScheduleCreateRequest } from '#shared/schedules.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import type { Client } from './client.ts'
import type { KnownStore } from './example-parts.ts'
import type { World } from './generator.ts'
import type { Secrets } from './leaks.ts'
import { parsed } from './judge.ts'
import { approvals, type Approve } from './approving.ts'
import { learn, newPools } from './pools.ts'
import { gatherCrowd, type Crowd } from './principals.ts'

export type Gathered = {
  client: Client
  crowd: Crowd
  world: Omit<World, 'heavyBytes'>
  secrets: Secrets
  untilFile: () => Promise<void>
  approve: Approve
}
type Options = {
  deps: AuthDeps
  client: Client
  /** DATA_DIR. */
  folder: string
  appSecret: string
  shops: readonly ShopSettings[]
  /** Further secrets that no answer may contain, by name. */
  secrets: Record<string, string>
  /** The key file of a service account that Google accepts. */
  googleKey: string
  /** Runs the due jobs, if no worker does. */
  work?: () => Promise<void>
}

function secretsOf({ credentials }: ShopSettings): Record<string, string> {
  if ('accessToken' in credentials) return { token: credentials.accessToken }
  if ('clientId' in credentials) return { clientId: credentials.clientId, clientSecret: credentials.clientSecret }
  return { apiKey: credentials.apiKey, apiPassword: credentials.password }
}

const appSecretOf = (shop: ShopSettings) => ('app' in shop && shop.app ? { appSecret: shop.app.clientSecret } : {})

async function connect(deps: AuthDeps, shop: ShopSettings): Promise<KnownStore> {
  const { platform, host, name, currency, timezone } = shop
  const request = { name: `${name} of the proof`, platform, domain: host, currency, timezone, ...secretsOf(shop) }
  return { id: (await saveStore(deps, StoreCreateRequest.parse(request))).id, platform, request }
}

const schedules = 8

/** Schedules of a person who is not the owner. */
async function schedulesOf(deps: AuthDeps, { spare }: Crowd, [store]: readonly KnownStore[]): Promise<string[]> {
  const request = ScheduleCreateRequest.parse({
    name: "Another person's",
    type: 'order_export',
    request: { storeIds: [store?.id], columns: ['total'] },
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
  })
  const viewer = { id: spare[0]?.id ?? '', grants: [{ storeId: null, level: levels.owner, permissions }] }
  const made: string[] = []
  for (let number = 0; number < schedules; number++) made.push((await createSchedule(deps, viewer, request)).id)
  return made
}

/** An SKU that a shop has twice. */
function doubledSku(shops: readonly ShopSettings[]): string {
  for (const shop of shops) {
    const skus = catalogueOf(shop).products.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku || []))
    const doubled = skus.find((sku, index) => skus.indexOf(sku) < index)
    if (doubled !== undefined) return doubled
  }
  return 'TWICE'
}

/**
 * Has the copy of each store begin with its first product, which has an SKU twice, and count as complete. A keeper reads all of them. Returns
 * the product's id.
 */
async function copyFirst({ catalogue, database }: AuthDeps, [shop]: readonly ShopSettings[], stores: readonly KnownStore[], sku: string) {
  const productId = shop ? (catalogueOf(shop).products[0]?.id ?? '') : ''
  const texts = { title: 'Áo dài chair', handle: 'chair', status: 'active', vendor: '', productType: '' }
  const variants = ['1', '2'].map((id) => ({ id, title: '', sku, barcode: null, price: '1.00', compareAtPrice: null, stock: null }))
  const product = { ...texts, productId, image: null, tags: [], createdAt: null, updatedAt: null, variants }
  const now = new Date()
  const filledInto = await catalogue.identity()
  const known = { isOn: true, filledAt: now, checkedAt: now, filledInto, rebuildWantedAt: now, dueAt: now, failures: 0 }
  for (const { id } of stores) {
    await catalogue.write(id, [product], 0)
    await database.db
      .insert(catalogueStores)
      .values({ ...known, storeId: id })
      .onConflictDoUpdate({ target: catalogueStores.storeId, set: known })
  }
  return productId
}

const passwordLink = /reset-password#token=(?:3D)?([\w-]+)/

/** The newest password link in the outbox. */
function resetTokenIn(folder: string): string | null {
  const outbox = join(folder, 'outbox')
  const names = readdirSync(folder).includes('outbox') ? readdirSync(outbox).toSorted() : []
  for (const name of names.slice(-20).toReversed()) {
    const mail = readFileSync(join(outbox, name), 'utf8').replaceAll(/=\r?\n/g, '')
    const [, token] = passwordLink.exec(mail) ?? []
    if (token !== undefined) return token
  }
  return null
}

const filePauseMs = 250
const fileTries = 80

export async function gather({ deps, client, folder, appSecret, shops, secrets, googleKey, work }: Options): Promise<Gathered> {
  const stores: KnownStore[] = []
  for (const shop of shops) stores.push(await connect(deps, shop))
  const domain = silentHost('fuzz.myshopify.com', 'fuzz')
  const silent = StoreCreateRequest.parse({ name: 'Silent', platform: 'shopify', domain, token: 'shpat_fuzz_silent_secret' })
  const { id: silentStore } = await saveStore(deps, silent)
  const crowd = await gatherCrowd(deps, client, { stores: stores.map(({ id }) => id), appSecret })
  const pools = newPools()
  for (const person of crowd.spare) pools.people.add(person)
  const othersSchedules = await schedulesOf(deps, crowd, stores)
  const doubled = doubledSku(shops)
  const known = {
    pools,
    stores,
    copied: await copyFirst(deps, shops, stores, doubled),
    doubled,
    othersSchedules,
    silentStore,
    googleKey,
    sheetUrl: 'https://docs.google.com/spreadsheets/d/demo-exports/edit',
  }
  const ofShops = shops.flatMap((shop) =>
    Object.entries({ ...secretsOf(shop), ...appSecretOf(shop) })
      .filter(([field]) => field !== 'clientId')
      .map(([field, secret]) => [`${field} of ${shop.name}`, secret] as const),
  )
  return {
    client,
    crowd,
    world: { known, principals: crowd.all, resetToken: () => resetTokenIn(folder) },
    secrets: { values: new Map([...ofShops, ...crowd.secrets, ...Object.entries(secrets)]), folders: [process.cwd(), folder] },
    approve: approvals({ client, shops, cookie: sessionCookie(deps.appUrl) }),
    async untilFile() {
      for (let tries = 0; tries < fileTries && !pools.jobs.all().some(({ fileId }) => fileId !== null); tries++) {
        await work?.()
        const { text } = await client.call('GET', '/api/v1/jobs?status=completed', null, { token: crowd.owner.token })
        learn(pools, { operation: 'export.jobs.list', input: null, data: parsed(text), isOurs: () => false })
        await pause(filePauseMs)
      }
    },
  }
}
