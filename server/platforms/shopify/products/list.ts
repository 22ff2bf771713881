import type { ListedProduct, Product, ProductStatus } from '#shared/products.ts'
import type { Page, ProductPageQuery, ProductQuery } from '#server/platforms/port.ts'
import { decimalText } from '#server/platforms/money.ts'
import { choicesOf } from '#server/platforms/no-choice.ts'
import { distinctSkus, noVariants } from '#server/platforms/listed-variants.ts'
import { patience } from '#server/platforms/retry.ts'
import type { RowReader } from '#server/platforms/rows.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { listCost, productCount, productIds, productList } from './documents.ts'
import { foundIds } from '#server/platforms/ids.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { searchText } from './search.ts'
import { shopifyVariant, withAllVariants } from './variants.ts'
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
  skus,
  options,
  variants,
  ...product
}: ShopifyProductRow): ListedProduct {
  const names = options?.map(({ name }) => name)
  return {
    ...listedShopifyProduct(product),
    tags,
    createdAt,
    updatedAt,
    priceRange: priceRangeV2
      ? { min: decimalText(priceRangeV2.minVariantPrice.amount), max: decimalText(priceRangeV2.maxVariantPrice.amount) }
      : null,
    stock: tracksInventory ? (totalInventory ?? null) : null,
    skus: skus ? distinctSkus(skus.nodes) : null,
    ...(names && variants ? choicesOf(names, variants.nodes.map(shopifyVariant)) : noVariants),
  }
}

/** `reader` leaves out invalid rows. */
export async function listShopifyProducts(
  client: ShopifyClient,
  reader: RowReader,
  query: ProductPageQuery,
  signal?: AbortSignal,
): Promise<Page<ListedProduct>> {
  const { include = [] } = query
  const search = searchText(query)
  if (search === null) return { items: [], next: null }
  const { products } = await client.ask(
    { ...productList, cost: listCost(query.limit, include) },
    ProductListData,
    {
      first: query.limit,
      after: query.after ?? null,
      query: search,
      sortKey: query.sortKey,
      reverse: query.reverse,
      prices: include.includes('prices'),
      skus: include.includes('skus'),
      variants: include.includes('variants'),
    },
    { patience: patience.interactive, signal },
  )
  const { hasNextPage, endCursor } = products.pageInfo
  const rows = await withAllVariants(client, reader.readable(shopifyProductRow, products.nodes), signal)
  return { items: rows.map(productRow), next: hasNextPage ? endCursor : null }
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
