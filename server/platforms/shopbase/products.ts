import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import type { ListedProduct, ProductInclude } from '#shared/products.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import { foundIds } from '#server/platforms/ids.ts'
import { distinctSkus, noVariants } from '#server/platforms/listed-variants.ts'
import { choicesOf } from '#server/platforms/no-choice.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { Page, ProductPageQuery, ProductQuery } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { RowReader } from '#server/platforms/rows.ts'
import { timeText, type ShopbaseClient, type ShopbasePace, type Parameters } from '#server/platforms/shopbase/client.ts'
import { exportShopbaseVariant, isPublished } from '#server/platforms/shopbase/export-map.ts'
import { ascendingIds, PAGE_LIMIT } from '#server/platforms/shopbase/pages.ts'
import { shopbaseVariant } from '#server/platforms/shopbase/product-detail.ts'
import {
  CountAnswer,
  isoTime,
  shopbaseListedProduct,
  ListedProducts,
  OutlineRow,
  ProductIds,
  type ShopbaseListedProduct,
} from '#server/platforms/shopbase/wire.ts'

const LISTED = 'id,title,vendor,product_type,image,published,published_at,tags,created_at,updated_at'

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
  updatedFrom: (from) => ({ updated_at_min: timeText(from) }),
}

/** The request parameters for a query. Throws INVALID_INPUT for a filter that ShopBase does not support. */
export const filtersOf = (query: ProductQuery): Parameters => Object.assign({}, ...translateFilters(filterParameters, query))

const noPrices = { priceRange: null, stock: null } satisfies Partial<ListedProduct>

/** The range of the prices and the sum of the stock of all variants. Variants that the shop does not count have no stock. */
function pricesOf({ variants }: ShopbaseListedProduct): Pick<ListedProduct, 'priceRange' | 'stock'> {
  const [least] = variants.map(({ price }) => price).toSorted((one, other) => Number(one) - Number(other))
  const [most] = variants.map(({ price }) => price).toSorted((one, other) => Number(other) - Number(one))
  const counted = variants.flatMap(({ inventory_management: isCounted, inventory_quantity: units }) =>
    isCounted === null ? [] : (units ?? []),
  )
  return {
    priceRange: least === undefined || most === undefined ? null : { min: least, max: most },
    stock: counted.length === 0 ? null : counted.reduce((sum, units) => sum + units, 0),
  }
}

function choicesIn({ options, variants }: ShopbaseListedProduct): Pick<ListedProduct, 'options' | 'variants'> {
  const whole = variants.map((variant) => shopbaseVariant(exportShopbaseVariant(variant, options.length, new Map())))
  return choicesOf(
    options.map(({ name }) => name),
    whole,
  )
}

/** A row of the list, with what the request includes. */
export function listedShopbaseProduct(product: ShopbaseListedProduct, include: readonly ProductInclude[]): ListedProduct {
  const { id, title, vendor, product_type: productType, image, tags } = product
  return {
    id,
    title,
    image: image ? { url: image.src, alt: image.alt_text } : null,
    status: isPublished(product) ? 'active' : 'draft',
    category: null,
    productType,
    vendor,
    tags,
    createdAt: isoTime(product.created_at),
    updatedAt: isoTime(product.updated_at),
    ...(include.includes('prices') ? pricesOf(product) : noPrices),
    skus: include.includes('skus') ? distinctSkus(product.variants) : null,
    ...(include.includes('variants') ? choicesIn(product) : noVariants),
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
): Promise<Page<ListedProduct>> {
  if (matchesNothing(query)) return { items: [], next: null }
  const { include = [] } = query
  const pace = { patience: patience.interactive, signal }
  const filters = { ...filtersOf(query), ...ascendingIds }
  const limit = Math.min(query.limit + 1, PAGE_LIMIT)
  const { products } = await client.get(
    'products',
    ListedProducts,
    { ...filters, since_id: query.after, limit, fields: include.length > 0 ? `${LISTED},options,variants` : LISTED },
    pace,
  )
  const rows = products.slice(0, query.limit)
  const last = rows.length > 0 ? parseAnswer(OutlineRow, rows.at(-1), client.store).id : undefined
  const isCut = products.length > rows.length
  const hasNext = isCut || (last !== undefined && (await hasAny(client, { ...filters, since_id: last }, pace)))
  return {
    items: reader.readable(shopbaseListedProduct, rows).map((product) => listedShopbaseProduct(product, include)),
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
