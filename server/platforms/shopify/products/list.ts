import type { ListedProduct, Product, ProductStatus } from '#shared/products.ts'
import type { Page, ProductPageQuery, ProductQuery } from '#server/platforms/port.ts'
import { decimalText } from '#server/platforms/money.ts'
import { patience } from '#server/platforms/retry.ts'
import type { RowReader } from '#server/platforms/rows.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { pricedProductList, productCount, productIds, productList } from './documents.ts'
import { foundIds } from '#server/platforms/ids.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { searchText } from './search.ts'
import {
  ProductCountData,
  ProductIdsData,
  ProductListData,
  shopifyProductRow,
  type ShopifyListedProduct,
  type ShopifyProductRow,
} from './wire.ts'

/** Every status except active and draft counts as archived. */
function statusOf(status: string): ProductStatus {
  if (status === 'ACTIVE') return 'active'
  return status === 'DRAFT' ? 'draft' : 'archived'
}

export function listedShopifyProduct({ legacyResourceId, status, category, featuredMedia, ...product }: ShopifyListedProduct): Product {
  const url = featuredMedia?.preview?.image?.url
  return {
    ...product,
    id: legacyResourceId,
    status: statusOf(status),
    category: category?.name ?? null,
    image: url === undefined ? null : { url, alt: featuredMedia?.alt || null },
  }
}

function productRow({
  tags,
  createdAt,
  updatedAt,
  tracksInventory,
  totalInventory,
  priceRangeV2,
  ...product
}: ShopifyProductRow): ListedProduct {
  return {
    ...listedShopifyProduct(product),
    tags,
    createdAt,
    updatedAt,
    priceRange: priceRangeV2
      ? { min: decimalText(priceRangeV2.minVariantPrice.amount), max: decimalText(priceRangeV2.maxVariantPrice.amount) }
      : null,
    stock: tracksInventory ? (totalInventory ?? null) : null,
  }
}

/** `reader` leaves out invalid rows. */
export async function listShopifyProducts(
  client: ShopifyClient,
  reader: RowReader,
  query: ProductPageQuery,
  signal?: AbortSignal,
): Promise<Page<ListedProduct>> {
  const search = searchText(query)
  if (search === null) return { items: [], next: null }
  const { products } = await client.ask(
    query.prices ? pricedProductList : productList,
    ProductListData,
    { first: query.limit, after: query.after ?? null, query: search, sortKey: query.sortKey, reverse: query.reverse },
    { patience: patience.interactive, signal },
  )
  const { hasNextPage, endCursor } = products.pageInfo
  return { items: reader.readable(shopifyProductRow, products.nodes).map(productRow), next: hasNextPage ? endCursor : null }
}

export async function countShopifyProducts(client: ShopifyClient, query: ProductQuery, signal?: AbortSignal): Promise<number> {
  const pace = { patience: patience.interactive, signal }
  const search = searchText(query)
  if (search === null) return 0
  const { productsCount } = await client.ask(productCount, ProductCountData, { query: search }, pace)
  return productsCount.count
}

export function existingShopifyProducts(client: ShopifyClient, ids: readonly string[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
  return foundIds(ids, async (chunk) => {
    const pace = { patience: patience.interactive, signal }
    const { nodes } = await client.ask(productIds, ProductIdsData, { ids: chunk.map(productGid) }, pace)
    return nodes.flatMap((node) => node?.legacyResourceId ?? [])
  })
}
