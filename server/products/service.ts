import type { CountResponse } from '#shared/counts.ts'
import { AppError } from '#shared/errors.ts'
import type { MarketsResponse } from '#shared/markets.ts'
import { messages } from '#shared/messages.ts'
import type { MetafieldDefinition } from '#shared/metafields.ts'
import { traits } from '#shared/platforms.ts'
import { LastProductId } from '#shared/product-id.ts'
import type { ProductCountRequest, ProductListRequest, ProductListResponse, ProductMetadata } from '#shared/products.ts'
import type { Deps } from '#server/deps.ts'
import { patience } from '#server/platforms/retry.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { encodeProductCursor, decodeProductCursor } from '#server/products/cursor.ts'
import { toQuery } from '#server/products/query.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'

/**
 * The start of the page: a cursor of ours, or a last product id, which only the platforms that page by it take. Throws INVALID_INPUT,
 * INVALID_CURSOR.
 */
function placeOf(store: StoreRow, request: ProductListRequest): { after?: string } {
  const { paging, sortable, label } = traits[store.platform]
  if (!sortable && (request.sortKey !== undefined || request.reverse !== undefined))
    refuseField('sortKey', messages.products.sortUnsupported(label))
  if (paging === 'endCursor' && request.sinceId !== undefined) refuseField('sinceId', messages.products.wrongPaging('cursor'))
  const after = request.cursor === undefined ? request.sinceId : decodeProductCursor(request, request.cursor)
  if (after === undefined) return {}
  if (paging === 'lastProductId' && !LastProductId.safeParse(after).success) throw new AppError('INVALID_CURSOR')
  return { after }
}

const defaultSort = { sortKey: 'CREATED_AT', reverse: true } as const

/** One page of a store's products. Throws INVALID_INPUT, INVALID_CURSOR and the connector's errors. */
export async function listProducts(
  deps: Deps,
  store: StoreRow,
  request: ProductListRequest,
  signal: AbortSignal,
): Promise<ProductListResponse> {
  const { paging, sortable } = traits[store.platform]
  const { sortKey = defaultSort.sortKey, reverse = request.sortKey === undefined && defaultSort.reverse } = request
  const query = {
    ...toQuery(store, request.filters),
    ...placeOf(store, request),
    ...(sortable ? { sortKey, reverse } : {}),
    limit: request.limit,
    ...(request.include ? { include: request.include } : {}),
  }
  const shop = shopOf(deps, store)
  const { items, next } = await shop.products(query, { signal })
  const nextCursor = next === null ? null : encodeProductCursor(request, next)
  const listed = { products: items, nextCursor, warnings: [...shop.notices()] }
  const hasNextPage = next !== null
  if (paging === 'lastProductId') return { ...listed, pageInfo: { hasNextPage, lastProductId: next ?? items.at(-1)?.id ?? null } }
  return { ...listed, pageInfo: { hasNextPage, endCursor: nextCursor } }
}

/** The number of products that match, at most a minute old. */
export async function countProducts(
  deps: Deps,
  store: StoreRow,
  { filters }: ProductCountRequest,
  signal: AbortSignal,
): Promise<CountResponse> {
  const query = toQuery(store, filters)
  const count = await deps.keptCounts.of(store, { products: query }, () =>
    shopOf(deps, store, { patience: patience.counts }).countProducts(query, { signal }),
  )
  return { count }
}

/** The store's tags, product types and collections, for the filters. */
export function getProductMetadata(deps: Deps, store: StoreRow, signal: AbortSignal): Promise<ProductMetadata> {
  return shopOf(deps, store).metadata({ signal })
}

/** The definitions of the products' metafields, by name. */
export async function listMetafields(deps: Deps, store: StoreRow, signal: AbortSignal): Promise<MetafieldDefinition[]> {
  return [...(await shopOf(deps, store).metafields({ signal }))]
}

/** The markets whose prices can be exported, by name. */
export async function listMarkets(deps: Deps, store: StoreRow, signal: AbortSignal): Promise<MarketsResponse> {
  const markets = await shopOf(deps, store).markets({ signal })
  return { markets: [...(markets ?? [])], isHidden: markets === null }
}
