import type { z } from 'zod'
import type { ListScreen } from '#shared/list-layout.ts'
import { OrderSearch } from '#shared/order-search.ts'
import { ProductSearch } from '#shared/products.ts'
import type { View, ViewSearch } from '#shared/views.ts'

/** A view keeps neither the page nor what the panel shows. Its columns and row height have fields of their own. */
const searches = {
  products: ProductSearch.omit({ trail: true, product: true, view: true, columns: true, density: true }),
  orders: OrderSearch.omit({ trail: true, order: true, view: true, columns: true, density: true }),
} as const satisfies Record<ListScreen, z.ZodType>

/** The field of each list's URL that names its stores. */
export const storeField = { products: 'store', orders: 'stores' } as const satisfies Record<ListScreen, string>

/** The stores that a view names. It belongs to them; one that names none belongs to the whole team. */
export const viewStores = (screen: ListScreen, search: ViewSearch): string[] =>
  [search[storeField[screen]]].flat().filter((id) => typeof id === 'string')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of the search that the screen accepts as they are. An older version may have had others. */
export function acceptedSearch(screen: ListScreen, search: ViewSearch): ViewSearch {
  // The screen's schema replaces what it does not accept, so that an invalid link still opens.
  const accepted: ViewSearch = searches[screen].parse(search)
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => Object.hasOwn(accepted, name) && isSame(accepted[name], value)),
  )
}

/** The search without the stores that are not in `known`. Collections go with their store, because they belong to it alone. */
export function searchWithin(screen: ListScreen, search: ViewSearch, known: ReadonlySet<string>): ViewSearch {
  const isKnown = (id: unknown) => typeof id === 'string' && known.has(id)
  if (screen === 'products') {
    const { store, collection: _collection, ...others } = search
    return store === undefined || isKnown(store) ? search : others
  }
  const { stores, ...others } = search
  if (!Array.isArray(stores)) return search
  const kept = stores.filter(isKnown)
  return kept.length > 0 ? { ...others, stores: kept } : others
}

/** What a view keeps of a screen's URL: the fields that differ from their defaults, in the order of the schema. */
export function searchToSave(screen: ListScreen, search: ViewSearch): ViewSearch {
  const standard: ViewSearch = searches[screen].parse({})
  const kept: ViewSearch = searches[screen].parse(search)
  return Object.fromEntries(Object.entries(kept).filter(([name, value]) => value !== undefined && !isSame(value, standard[name])))
}

/** The URL that opens a view. A view without stores opens with those of the URL `from`. */
export function searchOfView({ screen, id, search, columns, density }: View, from: ViewSearch): ViewSearch {
  const stores = storeField[screen]
  return { [stores]: from[stores], ...search, view: id, columns: columns ?? undefined, density: density ?? undefined }
}

/** Whether the URL shows something else than the view. The stores of a view that has none may be any. */
export function differsFromView({ screen, ...view }: View, search: ViewSearch): boolean {
  const stores = storeField[screen]
  const { columns, density, ...filters }: ViewSearch = { ...search, ...(!(stores in view.search) && { [stores]: undefined }) }
  return !isSame(
    [searchToSave(screen, filters), columns, density],
    [searchToSave(screen, view.search), view.columns ?? undefined, view.density ?? undefined],
  )
}
