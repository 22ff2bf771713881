// The demo's people and stores.
import { demoPeople as people } from '#sandbox/demo-people.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { createStore } from '#server/stores/service.ts'
import type { RoleName } from '#shared/roles.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { addPerson } from './people.ts'

type DemoShop = (typeof demoShops)[number]
type DemoPerson = { role: RoleName; hosts: readonly string[] | 'all' }

export const demoPassword = 'demo-password-1'
type DemoEmail = (typeof people)[number]['email']
const places: Record<DemoEmail, DemoPerson> = {
  'owner@demo.test': { role: 'owner', hosts: 'all' },
  'admin@demo.test': { role: 'admin', hosts: 'all' },
  'manager@demo.test': { role: 'manager', hosts: ['harbor.myshopify.com', 'printhouse.onshopbase.com'] },
  'staff@demo.test': { role: 'staff', hosts: ['lotus.myshopify.com'] },
  'viewer@demo.test': { role: 'viewer', hosts: ['giftbarn.onshopbase.com'] },
}
export const demoPeople = people.map((person) => ({ ...person, ...places[person.email] }))

function secretsOf({ credentials }: DemoShop) {
  if ('accessToken' in credentials) return { token: credentials.accessToken }
  if ('clientId' in credentials) return { clientId: credentials.clientId, clientSecret: credentials.clientSecret }
  return { apiKey: credentials.apiKey, apiPassword: credentials.password }
}

async function addStores(deps: AuthDeps): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const shop of demoShops) {
    const { platform, host, name, currency, timezone } = shop
    const fields = { platform, domain: host, name, currency, timezone, allowUnreachable: true }
    const request = StoreCreateRequest.parse({ ...fields, ...secretsOf(shop) })
    ids.set(host, (await createStore(deps, request)).store.id)
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
