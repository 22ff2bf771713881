// Adds people and stores to a running server, and collects their ids.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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
import { learn, newPools } from './pools.ts'
import { gatherCrowd, type Crowd } from './principals.ts'

export type Gathered = { client: Client; crowd: Crowd; world: Omit<World, 'heavyBytes'>; secrets: Secrets; untilFile: () => Promise<void> }
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

/** Has the copy of each store begin with its first product. A keeper reads the others. Returns the product's id. */
async function copyFirst({ catalogue }: AuthDeps, [shop]: readonly ShopSettings[], stores: readonly KnownStore[]): Promise<string> {
  const productId = shop ? (catalogueOf(shop).products[0]?.id ?? '') : ''
  const texts = { title: 'Áo dài chair', handle: 'chair', status: 'active', vendor: '', productType: '' }
  const product = { ...texts, productId, image: null, tags: [], createdAt: null, updatedAt: null, variants: [] }
  for (const { id } of stores) await catalogue.write(id, [product], 0)
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
  const known = {
    pools,
    stores,
    copied: await copyFirst(deps, shops, stores),
    othersSchedules,
    silentStore,
    googleKey,
    sheetUrl: 'https://docs.google.com/spreadsheets/d/demo-exports/edit',
  }
  const ofShops = shops.flatMap((shop) =>
    Object.entries(secretsOf(shop))
      .filter(([field]) => field !== 'clientId')
      .map(([field, secret]) => [`${field} of ${shop.name}`, secret] as const),
  )
  return {
    client,
    crowd,
    world: { known, principals: crowd.all, resetToken: () => resetTokenIn(folder) },
    secrets: { values: new Map([...ofShops, ...crowd.secrets, ...Object.entries(secrets)]), folders: [process.cwd(), folder] },
    async untilFile() {
      for (let tries = 0; tries < fileTries && !pools.jobs.all().some(({ fileId }) => fileId !== null); tries++) {
        await work?.()
        const { text } = await client.call('GET', '/api/v1/jobs?status=completed', null, crowd.owner.token)
        learn(pools, { operation: 'export.jobs.list', input: null, data: parsed(text), isOurs: () => false })
        await pause(filePauseMs)
      }
    },
  }
}
