import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import type { Product } from '#shared/products.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import { foundIds } from '#server/platforms/ids.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { Page, ProductPageQuery, ProductQuery } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { RowReader } from '#server/platforms/rows.ts'
import { timeText, type ShopbaseClient, type ShopbasePace, type Parameters } from '#server/platforms/shopbase/client.ts'
import { isPublished } from '#server/platforms/shopbase/export-map.ts'
import { ascendingIds, PAGE_LIMIT } from '#server/platforms/shopbase/pages.ts'
import {
  CountAnswer,
  shopbaseListedProduct,
  ListedProducts,
  OutlineRow,
  ProductIds,
  type ShopbaseListedProduct,
} from '#server/platforms/shopbase/wire.ts'

const LISTED = 'id,title,vendor,product_type,image,published,published_at'

/** ShopBase has no archived products. */
export function matchesNothing({ status }: ProductQuery): boolean {
  return status === 'archived'
}

/** The last second before `until`. ShopBase's bounds are inclusive, and its times are whole seconds. */
export function lastSecond(until: Date): string {
  return timeText(new Date(until.getTime() - 1000))
}

/** ShopBase accepts one value per filter. The title is the only text filter. */
const filterParameters: FilterTable<ProductQuery, Parameters> = {
  search: (typed) => ({ title: typed.trim() || undefined }),
  status: (status) => ({ published_status: status === 'active' ? 'published' : 'unpublished' }),
  productType: ([productType]) => ({ product_type: productType }),
  vendor: ([vendor]) => ({ vendor }),
  tag: () => {
    throw new AppError('INVALID_INPUT', messages.products.filterUnsupported(traits.shopbase.label, 'tag'))
  },
  collection: ([id]) => ({ collection_id: id }),
  createdFrom: (from) => ({ created_at_min: timeText(from) }),
  createdUntil: (until) => ({ created_at_max: lastSecond(until) }),
}

/** The request parameters for a query. Throws INVALID_INPUT for a filter that ShopBase does not support. */
export const filtersOf = (query: ProductQuery): Parameters => Object.assign({}, ...translateFilters(filterParameters, query))

export function listedShopbaseProduct(product: ShopbaseListedProduct): Product {
  const { id, title, vendor, product_type: productType, image } = product
  return {
    id,
    title,
    image: image ? { url: image.src, alt: image.alt_text } : null,
    status: isPublished(product) ? 'active' : 'draft',
    category: null,
    productType,
    vendor,
  }
}

/**
 * Requests one extra row, which shows that there is a next page. If it is missing, a second small request checks that, because a page can
 * be short. `reader` leaves out invalid rows.
 */
export async function listShopbaseProducts(
  client: ShopbaseClient,
  reader: RowReader,
  query: ProductPageQuery,
  signal?: AbortSignal,
): Promise<Page<Product>> {
  if (matchesNothing(query)) return { items: [], next: null }
  const pace = { patience: patience.interactive, signal }
  const filters = { ...filtersOf(query), ...ascendingIds }
  const limit = Math.min(query.limit + 1, PAGE_LIMIT)
  const { products } = await client.get('products', ListedProducts, { ...filters, since_id: query.after, limit, fields: LISTED }, pace)
  const rows = products.slice(0, query.limit)
  const last = rows.length > 0 ? parseAnswer(OutlineRow, rows.at(-1), client.store).id : undefined
  const isCut = products.length > rows.length
  const hasNext = isCut || (last !== undefined && (await hasAny(client, { ...filters, since_id: last }, pace)))
  return {
    items: reader.readable(shopbaseListedProduct, rows).map(listedShopbaseProduct),
    next: hasNext && last !== undefined ? last : null,
  }
}

async function hasAny(client: ShopbaseClient, filters: Parameters, pace: ShopbasePace): Promise<boolean> {
  const { products } = await client.get('products', ProductIds, { ...filters, limit: 1, fields: 'id' }, pace)
  return products.length > 0
}

/** ShopBase cannot count by title. Then the result is null. */
export async function countShopbaseProducts(client: ShopbaseClient, query: ProductQuery, signal?: AbortSignal): Promise<number | null> {
  if (matchesNothing(query)) return 0
  const { title, ...filters } = filtersOf(query)
  if (title !== undefined) return null
  const { count } = await client.get('products/count', CountAnswer, filters, { patience: patience.interactive, signal })
  return count
}

export function existingShopbaseProducts(
  client: ShopbaseClient,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  return foundIds(ids, async (chunk) => {
    const parameters = { ids: chunk.join(','), limit: PAGE_LIMIT, fields: 'id' }
    const { products } = await client.get('products', ProductIds, parameters, { patience: patience.interactive, signal })
    return products.map(({ id }) => id)
  })
}
