// A database with a store and people, whose servers are started and stopped.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '#sandbox/start.ts'
import { enter } from '#server/auth/sessions.ts'
import { saveStore } from '#server/stores/service.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson } from '../../scripts/people.ts'
import { assembled } from '../assembled.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { appSecret } from '../instruction.ts'
import type { CalledSite } from './callers.ts'

const shop = {
  platform: 'shopify',
  host: 'restart-proof.myshopify.com',
  name: 'Restart',
  currency: 'USD',
  timezone: 'UTC',
  products: 600,
  scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers'],
  credentials: { accessToken: 'shpat_proof' },
} satisfies ShopSettings
/** A download then takes about a second. */
const latencyMs = 300
const people = 12

export type RestartEnvironment = Omit<CalledSite, 'origin'> & {
  folder: string
  /** The environment of a server at this port. */
  variablesFor(port: number): Record<string, string>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openRestartEnvironment(): Promise<RestartEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-restart-'))
  const database = await freshDatabase(folder)
  const sandbox = await startSandbox({ shops: [shop] })
  sandbox.tune({ costBucket: false, latencyMs })
  const { endpoints } = sandbox
  const deps = await assembled({ databaseUrl: database.url, dataDir: folder, platformEndpoints: endpoints })
  const request = { name: shop.name, platform: shop.platform, domain: shop.host, token: shop.credentials.accessToken }
  const { id: storeId } = await saveStore(deps, StoreCreateRequest.parse(request))
  const tokens: string[] = []
  for (let person = 0; person < people; person += 1) {
    const email = `${person}@restart.test`
    const id = await addPerson(deps, { email, name: 'Caller', password: null, assignments: [{ role: 'owner', storeId: null }] })
    const caller = { address: '127.0.0.1', userAgent: 'proof', cookie: '', requestId: email }
    tokens.push((await enter(deps, id, caller)).session.token)
  }
  await deps.close()
  return {
    folder,
    tokens,
    storeId,
    variablesFor: (port) => ({
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      APP_SECRET: appSecret,
      APP_URL: 'http://localhost:3000',
      PLATFORM_ENDPOINTS: JSON.stringify(endpoints),
      LOG_LEVEL: 'warn',
    }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
