import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import type { StoreOrderFigures } from '#shared/order-figures.ts'
import type { Store } from '#shared/stores.ts'

const { pollMs, watchMs } = limits.orderFigures

/** Those of the stores that are in use and whose orders the viewer may read. */
export function useCountedStores(stores: readonly Store[]): Store[] {
  const viewer = useViewer()
  return stores.filter(({ id, active }) => active && can(viewer, 'orders.read', id))
}

/** `known`: by store id. `isFetched`: our server has answered, or failed. `error`: why the last question to it failed. */
type FiguresQuery = { known: ReadonlyMap<string, StoreOrderFigures>; isFetched: boolean; error: unknown; retry: () => void }

const inParts = (stores: readonly Store[]): string[][] => {
  const ids = stores.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / limits.storesAtOnce) }, (_, part) =>
    ids.slice(part * limits.storesAtOnce, (part + 1) * limits.storesAtOnce),
  )
}

/** The order figures of each store as far as they are known. They are asked for again each minute, and more often while shops are counted. */
export function useOrderFigures(stores: readonly Store[]): FiguresQuery {
  const answers = api.useQueries((query) =>
    inParts(stores).map((storeIds) =>
      query.orders.figures(
        { storeIds },
        { refetchInterval: ({ state }) => (state.data?.stores.some(({ isUpdating }) => isUpdating) ? watchMs : pollMs) },
      ),
    ),
  )
  return {
    known: new Map(answers.flatMap(({ data }) => data?.stores ?? []).map((one) => [one.storeId, one])),
    isFetched: answers.every(({ isFetched }) => isFetched),
    error: answers.find(({ error }) => error)?.error,
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
  }
}
