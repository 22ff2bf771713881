// The demo's people and stores.
import { demoShops } from '#sandbox/demo-shops.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createStore } from '#server/stores/service.ts'
import type { RoleName } from '#shared/roles.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { addPerson } from './people.ts'

type DemoShop = (typeof demoShops)[number]
type DemoPerson = { email: string; name: string; role: RoleName; hosts: readonly string[] | 'all' }

export const demoPassword = 'demo-password-1'
export const demoPeople: readonly DemoPerson[] = [
  { email: 'owner@demo.test', name: 'Olivia Owner', role: 'owner', hosts: 'all' },
  { email: 'admin@demo.test', name: 'Adam Admin', role: 'admin', hosts: 'all' },
  { email: 'manager@demo.test', name: 'Mai Manager', role: 'manager', hosts: ['harbor.myshopify.com', 'printhouse.onshopbase.com'] },
  { email: 'staff@demo.test', name: 'Sam Staff', role: 'staff', hosts: ['lotus.myshopify.com'] },
  { email: 'viewer@demo.test', name: 'Vera Viewer', role: 'viewer', hosts: ['giftbarn.onshopbase.com'] },
]

function secretsOf({ credentials }: DemoShop) {
  if ('accessToken' in credentials) return { token: credentials.accessToken }
  if ('clientId' in credentials) return { clientId: credentials.clientId, clientSecret: credentials.clientSecret }
  return { apiKey: credentials.apiKey, apiPassword: credentials.password }
}

async function addStores(deps: AuthDeps): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const shop of demoShops) {
    const { platform, host, name, currency, timezone } = shop
    const request = StoreCreateRequest.parse({ platform, domain: host, name, currency, timezone, ...secretsOf(shop) })
    ids.set(host, (await createStore(deps, request)).id)
  }
  return ids
}

/** Fills an empty database with the demo's stores and people. */
export async function addDemoData(deps: AuthDeps) {
  const ids = await addStores(deps)
  for (const { email, name, role, hosts } of demoPeople) {
    const storeIds = hosts === 'all' ? [null] : hosts.map((host) => ids.get(host) ?? null)
    await addPerson(deps, { email, name, password: demoPassword, assignments: storeIds.map((storeId) => ({ role, storeId })) })
  }
}
