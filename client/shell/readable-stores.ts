import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { compareNames } from '#shared/name-order.ts'
import type { Store } from '#shared/stores.ts'

/** Removes duplicates and sorts by name. */
const inOrder = (stores: readonly Store[]) =>
  [...new Map(stores.map((store) => [store.id, store])).values()].toSorted((one, other) => compareNames(one.name, other.name))

/** The active stores whose products or orders the viewer may read. They are fetched once they are wanted, and never without the right. */
export function useReadableStores(isWanted: boolean) {
  const viewer = useViewer()
  const ask = (permission: 'products:read' | 'orders:read', isAllowed: boolean) => {
    const options = { enabled: isWanted && isAllowed, staleTime: limits.productsCacheMs }
    return { request: { active: true, permission }, options } as const
  }
  const [ofProducts, ofOrders] = [ask('products:read', can(viewer, 'products.read')), ask('orders:read', can(viewer, 'orders.read'))]
  const products = api.stores.list.useQuery(ofProducts.request, ofProducts.options)
  const orders = api.stores.list.useQuery(ofOrders.request, ofOrders.options)
  const asked = [...(ofProducts.options.enabled ? [products] : []), ...(ofOrders.options.enabled ? [orders] : [])]
  return {
    withProducts: (ofProducts.options.enabled && products.data?.stores) || [],
    withOrders: (ofOrders.options.enabled && orders.data?.stores) || [],
    /** Undefined while they load. */
    all: asked.every(({ data }) => data) ? inOrder(asked.flatMap(({ data }) => data?.stores ?? [])) : undefined,
    error: asked.find(({ error }) => error)?.error,
    retry: () => asked.forEach(({ refetch }) => void refetch()),
  }
}
