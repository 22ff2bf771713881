import { AppError } from '#shared/errors.ts'
import { statusesOfShops } from '#shared/shop-statuses.ts'
import type { ProductQuery } from '#server/platforms/port.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import { anyOf, conjunction, dateTerms, filter, textFilter, type Conjuncts } from '#server/platforms/shopify/terms.ts'

function collectionTerm(id: string): string {
  if (!/^\d+$/.test(id))
    throw new AppError('INVALID_INPUT', undefined, { issues: [{ path: 'filters.collection', message: 'Not a number' }] })
  return `collection_id:${id}`
}

const terms: FilterTable<ProductQuery, Conjuncts> = {
  search: textFilter,
  status: (status) => [anyOf(statusesOfShops[status].map((one) => `status:${one}`))],
  productType: (values) => filter('product_type', values),
  vendor: (values) => filter('vendor', values),
  tag: (values) => filter('tag', values),
  collection: (ids) => (ids.length > 0 ? [anyOf(ids.map(collectionTerm))] : []),
  ...dateTerms,
}

/** The `query` argument for a product query. "" matches everything, `null` means that nothing can match. */
export const searchText = (query: ProductQuery): string | null => conjunction(translateFilters(terms, query))
