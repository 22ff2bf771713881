import { api } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'

/** Whether the products of these stores are in one list: there are several, and a copy of them is kept. `isAsked`: whether anybody wants to know. */
export function useHasCatalogue(stores: readonly Store[], isAsked = true): boolean {
  const options = { enabled: isAsked && stores.length > 1, staleTime: limits.productsCacheMs, retry: false }
  const { data } = api.products.catalogue.stores.useQuery({}, options)
  return stores.length > 1 && data !== undefined && data.isOn && data.stores.some(({ isOn }) => isOn)
}
