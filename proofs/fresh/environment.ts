// Shops that sell and tell, their stores, and the copy of their catalogues.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { saveStore } from '#server/stores/service.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { assembled } from '../assembled.ts'
import type { FreshInstruction } from './instruction.ts'

const productsEach = 60

const common = { currency: 'USD', products: productsEach, scopes: ['read_products'] }

/** One of each platform in turn. */
function settingsOf(number: number): ShopSettings {
  const [name, timezone] = [`shop-${number}`, number % 3 === 0 ? 'Asia/Ho_Chi_Minh' : 'America/New_York']
  return number % 2 === 0
    ? {
        ...common,
        name,
        timezone,
        platform: 'shopify',
        host: `${name}.myshopify.com`,
        credentials: { clientId: name, clientSecret: `${name}-secret` },
      }
    : {
        ...common,
        name,
        timezone,
        platform: 'shopbase',
        host: `${name}.onshopbase.com`,
        credentials: { apiKey: name, password: `${name}-password`, sharedSecret: `${name}-secret` },
      }
}

function requestOf({ name, platform, host: domain, currency, timezone, ...rest }: ShopSettings) {
  const { credentials } = rest
  const secrets =
    'apiKey' in credentials
      ? { apiKey: credentials.apiKey, apiPassword: credentials.password, sharedSecret: credentials.sharedSecret }
      : credentials
  return StoreCreateRequest.parse({ name, platform, domain, currency, timezone, ...secrets })
}

export type FreshShop = { host: string; storeId: string }

export type FreshEnvironment = {
  instruction: FreshInstruction
  sandbox: Sandbox
  shops: readonly FreshShop[]
  catalogue: CatalogueCopy
  /** Sets the clocks of the shops, which do not run backwards. */
  setClocks(now: number): void
  /** The number of products that the copies have, lack or hold otherwise than the shops. */
  differences(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openFreshEnvironment(stores: number): Promise<FreshEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-fresh-'))
  const database = await freshDatabase(folder)
  const settings = Array.from({ length: stores }, (_, number) => settingsOf(number))
  const sandbox = await startSandbox({ shops: settings })
  sandbox.tune({ costBucket: false, callBucket: false })
  const deps = await assembled({ databaseUrl: database.url, dataDir: folder })
  const shops: FreshShop[] = []
  for (const one of settings) shops.push({ host: one.host, storeId: (await saveStore(deps, requestOf(one))).id })
  const { catalogue } = deps

  async function differencesOf({ host, storeId }: FreshShop): Promise<number> {
    const sold = new Map(
      sandbox
        .trade(host)
        .catalogue()
        .products.map((product) => [product.id, product]),
    )
    let [found, after]: [number, string | null] = [0, null]
    const copied = new Set<string>()
    for (;;) {
      const page: Awaited<ReturnType<CatalogueCopy['ids']>> = await catalogue.ids(storeId, after, 500)
      for (const { productId } of page) {
        copied.add(productId)
        const [is, shouldBe] = [await catalogue.find(storeId, productId), sold.get(productId)]
        if (!is || !shouldBe || is.title !== shouldBe.title || is.updatedAt !== shouldBe.updatedAt) found += 1
      }
      after = page.at(-1)?.productId ?? null
      if (page.length === 0) break
    }
    return found + [...sold.keys()].filter((id) => !copied.has(id)).length
  }

  return {
    instruction: { databaseUrl: database.url, dataDir: folder, endpoints: { ...sandbox.endpoints }, now: 0 },
    sandbox,
    shops,
    catalogue,
    setClocks(now) {
      for (const { host } of shops) {
        const { clock } = sandbox.trade(host)
        clock.leap(Math.max(0, now - clock.now()))
      }
    },
    async differences() {
      let sum = 0
      for (const shop of shops) sum += await differencesOf(shop)
      return sum
    },
    async [Symbol.asyncDispose]() {
      await deps.close()
      await sandbox.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
