import type { Product, ProductStatus } from '#shared/products.ts'
import type { Page, ProductPageQuery, ProductQuery } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { RowReader } from '#server/platforms/rows.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { productCount, productIds, productList } from './documents.ts'
import { foundIds } from '#server/platforms/ids.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { searchText } from './search.ts'
import { listedProduct, ProductCountData, ProductIdsData, ProductListData, type ListedProduct } from './wire.ts'

/** Anything but active and draft counts as archived (SPEC 3). */
function statusOf(status: string): ProductStatus {
  if (status === 'ACTIVE') return 'active'
  return status === 'DRAFT' ? 'draft' : 'archived'
}

export function listed({ legacyResourceId, status, category, featuredMedia, ...product }: ListedProduct): Product {
  const url = featuredMedia?.preview?.image?.url
  return {
    ...product,
    id: legacyResourceId,
    status: statusOf(status),
    category: category?.name ?? null,
    image: url === undefined ? null : { url, alt: featuredMedia?.alt || null },
  }
}

/** `reader` leaves out what cannot be read. */
export async function listProducts(
  client: Client,
  reader: RowReader,
  query: ProductPageQuery,
  signal?: AbortSignal,
): Promise<Page<Product>> {
  const search = searchText(query)
  if (search === null) return { items: [], next: null }
  const { products } = await client.ask(
    productList,
    ProductListData,
    { first: query.limit, after: query.after ?? null, query: search, sortKey: query.sortKey, reverse: query.reverse },
    { patience: patience.interactive, signal },
  )
  const { hasNextPage, endCursor } = products.pageInfo
  return { items: reader.readable(listedProduct, products.nodes).map(listed), next: hasNextPage ? endCursor : null }
}

export async function countProducts(client: Client, query: ProductQuery, signal?: AbortSignal): Promise<number> {
  const pace = { patience: patience.interactive, signal }
  const search = searchText(query)
  if (search === null) return 0
  const { productsCount } = await client.ask(productCount, ProductCountData, { query: search }, pace)
  return productsCount.count
}

export function existingProducts(client: Client, ids: readonly string[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
  return foundIds(ids, async (chunk) => {
    const pace = { patience: patience.interactive, signal }
    const { nodes } = await client.ask(productIds, ProductIdsData, { ids: chunk.map(productGid) }, pace)
    return nodes.flatMap((node) => node?.legacyResourceId ?? [])
  })
}
