import { saveStore } from '#server/stores/service.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import type { assembled } from './assembled.ts'
import type { TwoStores } from './some-events.ts'

/** Two stores whose shops are never called. */
export async function addTwoStores(deps: Awaited<ReturnType<typeof assembled>>): Promise<TwoStores> {
  const add = async (name: string) => {
    const request = { name, platform: 'shopify', domain: `${name}-proof.myshopify.com`, token: 'shpat_proof' }
    return (await saveStore(deps, StoreCreateRequest.parse(request))).id
  }
  return { north: await add('north'), south: await add('south') }
}
