import { api } from '#client/api.ts'
import { copyPhase } from '#client/format/copy-phase.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'
import { useCatalogueStores } from './search.ts'

const refreshMs = 15_000

export type Copies = {
  /** Undefined while unknown. */
  isOn: boolean | undefined
  /** Those of the stores that are shown. */
  copies: readonly CatalogueStore[]
  /** Whether any of them is being read for the first time. */
  isFilling: boolean
  /** When they were asked for, in ms. */
  at: number
}

/** How fresh the copies of the shown stores are. It is asked again every 15 seconds while the page is visible. */
export function useCopies(): Copies {
  const { shown } = useCatalogueStores()
  const { data, dataUpdatedAt } = api.products.catalogue.stores.useQuery({}, { refetchInterval: refreshMs, retryOnMount: false })
  const copies = data?.stores.filter(({ storeId }) => shown.some(({ id }) => id === storeId)) ?? []
  return {
    isOn: data && data.isOn && data.stores.some(({ isOn }) => isOn),
    copies,
    isFilling: copies.some((copy) => copyPhase(copy) === 'first'),
    at: dataUpdatedAt,
  }
}
