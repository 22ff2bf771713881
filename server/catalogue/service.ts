import type { CopyProduct, FoundProduct } from '#drizzle/catalogue/copy.ts'
import { foldText } from '#shared/fold-text.ts'
import { can, type Viewer } from '#shared/access.ts'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { catalogueSorts } from '#shared/catalogue-sorts.ts'
import {
  type CatalogueProduct,
  type CatalogueProductResponse,
  type CatalogueSearchRequest,
  type CatalogueSearchResponse,
} from '#shared/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { statusesOfShops } from '#shared/shop-statuses.ts'
import type { Deps } from '#server/deps.ts'
import { decodeListCursor, encodeListCursor } from '#server/catalogue/cursor.ts'
import { placeIn } from '#server/catalogue/place.ts'
import { copiedStores, copiesUsed, type CopiedStore } from '#server/catalogue/states.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { activeStores, type StoreRow } from '#server/stores/service.ts'

/** The folded words of a search. Throws INVALID_INPUT where none is long enough to be found quickly. */
function wordsOf(search: string): string[] {
  const words = foldText(search).split(' ').filter(Boolean)
  const isTooShort = words.length > 0 && words.every((word) => word.length < limits.catalogue.wordLength)
  if (isTooShort) refuseField('search', catalogueMessages.searchTooShort)
  return words
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** @param stores those that the product may be of. */
function listed(found: FoundProduct, stores: readonly StoreRow[]): CatalogueProduct[] {
  const { priceMin, priceMax, createdAt, updatedAt, tags, skus, ...rest } = found
  const store = stores.find(({ id }) => id === found.storeId)
  if (!store) return []
  return [
    {
      ...rest,
      storeName: store.name,
      currency: store.currency,
      tags: [...tags],
      skus: [...skus],
      priceRange: priceMin === null || priceMax === null ? null : { min: priceMin, max: priceMax },
      createdAt: instant(createdAt),
      updatedAt: instant(updatedAt),
    },
  ]
}

type Found = FoundProduct & Pick<CopyProduct, 'variants'>
function whole(found: Found, stores: readonly StoreRow[], copied: readonly CopiedStore[]) {
  const store = copied.find(({ id }) => id === found.storeId)
  return listed(found, stores).map((product) => ({
    ...product,
    variants: [...found.variants],
    asOf: store?.checkedAt.toISOString() ?? null,
  }))
}

/** One page of the products of stores. Throws INVALID_INPUT, INVALID_CURSOR. @param stores in the order that the sort by store has. */
export async function searchCatalogue(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  stores: readonly StoreRow[],
  request: CatalogueSearchRequest,
): Promise<CatalogueSearchResponse> {
  const { status, ...others } = request.filters
  const { sortKey, limit } = request
  const filters = { ...others, status: status && statusesOfShops[status] }
  const usual = catalogueSorts.find(({ key }) => key === sortKey)?.reverse ?? false
  const wanted = { storeIds: stores.map(({ id }) => id), words: wordsOf(request.search), filters }
  const after = decodeListCursor(placeIn(sortKey, stores), request)
  const { countAtMost } = limits.catalogue
  // Before the search: a copy that is complete only since was read in part.
  const copied = await copiedStores(deps, stores)
  const [{ found, next }, count] = await Promise.all([
    deps.catalogue.search({ ...wanted, sort: sortKey, reverse: request.reverse ?? usual, limit, after }),
    deps.catalogue.count(wanted, countAtMost + 1),
  ])
  return {
    products: found.flatMap((product) => listed(product, stores)),
    nextCursor: next && encodeListCursor(request, next),
    count: Math.min(count, countAtMost),
    isAtLeast: count > countAtMost,
    ...copiesUsed(stores, copied),
  }
}

/**
 * A product and those that share an SKU, a barcode or the handle with it, as far as the viewer may read them. Throws NOT_FOUND.
 * @param id the store's id and the product's, joined by a colon.
 */
export async function catalogueProduct(
  deps: Deps,
  viewer: Viewer,
  { id: storeId }: StoreRow,
  id: string,
): Promise<CatalogueProductResponse> {
  const productId = id.slice(id.indexOf(':') + 1)
  const kept = await deps.catalogue.find(storeId, productId)
  const stores = (await activeStores(deps)).filter((store) => can(viewer, 'products.read', store.id))
  const copied = await copiedStores(deps, stores)
  const [product] = kept ? whole(kept, stores, copied) : []
  if (!product) throw notFound('Product')
  const ids = stores.map((store) => store.id)
  const found = await deps.catalogue.same({ storeId, productId }, ids, limits.catalogue.same + 1)
  const same = found.slice(0, limits.catalogue.same)
  return {
    product,
    same: same.flatMap((one) => whole(one, stores, copied).map((other) => ({ ...other, by: one.by }))),
    hasMore: found.length > same.length,
    ...copiesUsed(stores, copied),
  }
}
