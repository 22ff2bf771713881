import { AppError } from '#shared/errors.ts'
import type { ProductStatus } from '#shared/products.ts'
import type { ProductQuery } from '#server/platforms/port.ts'
import { anyOf, createdFilter, filter, textFilter } from '#server/platforms/shopify/terms.ts'

/** Statuses that are neither active nor draft count as archived (SPEC 3), so asking for archived asks for all of those. */
const statusTerms: Record<ProductStatus, readonly string[]> = {
  active: ['status:active'],
  draft: ['status:draft'],
  archived: ['status:archived', 'status:unlisted'],
}

function collectionTerm(id: string): string {
  if (!/^\d+$/.test(id))
    throw new AppError('INVALID_INPUT', undefined, { issues: [{ path: 'filters.collection', message: 'Not a number' }] })
  return `collection_id:${id}`
}

/** The `query` argument for a product query; empty where everything matches, `null` where nothing can. */
export function searchText(query: ProductQuery): string | null {
  const { search, status, collection } = query
  const text = textFilter(search)
  if (!text) return null
  return [
    ...text,
    ...(status ? [anyOf(statusTerms[status])] : []),
    ...filter('product_type', query.productType),
    ...filter('vendor', query.vendor),
    ...filter('tag', query.tag),
    ...(collection?.length ? [anyOf(collection.map(collectionTerm))] : []),
    ...createdFilter(query),
  ].join(' ')
}
