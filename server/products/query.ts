import { messages } from '#shared/messages.ts'
import { traits, type Platform, type Traits } from '#shared/platforms.ts'
import type { ProductFilters } from '#shared/products.ts'
import { endOfDay, startOfDay, wholeSecond } from '#server/stores/time-range.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import type { ProductQuery } from '#server/platforms/port.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** The filters whose support depends on the platform. */
const platformFilters: { [Key in keyof Traits['filters']]: Key } = {
  tag: 'tag',
  collection: 'collection',
  productType: 'productType',
  vendor: 'vendor',
}

/** Refuses filters that the platform does not support. Ignoring them would return too many products. */
function checkTraits(platform: Platform, filters: ProductFilters) {
  const { label, filters: choices } = traits[platform]
  for (const key of Object.values(platformFilters)) {
    const values = filters[key] ?? []
    if (choices[key] === 'none' && values.length > 0) refuseField(`filters.${key}`, messages.products.filterUnsupported(label, key))
    if (choices[key] === 'one' && values.length > 1) refuseField(`filters.${key}`, messages.products.oneValueOnly(label, key))
  }
}

/**
 * Days are whole days in the store's zone, both inclusive. A product matches if it has any of several values. An empty filter is left out.
 */
const termsIn = (timezone: string): FilterTable<ProductFilters, ProductQuery> => ({
  search: (typed) => (typed.trim() ? { search: typed.trim() } : {}),
  status: (status) => ({ status }),
  productType: (productType) => (productType.length > 0 ? { productType } : {}),
  vendor: (vendor) => (vendor.length > 0 ? { vendor } : {}),
  tag: (tag) => (tag.length > 0 ? { tag } : {}),
  collection: (collection) => (collection.length > 0 ? { collection } : {}),
  createdAfter: (day) => ({ createdFrom: startOfDay(day, timezone) }),
  createdBefore: (day) => ({ createdUntil: endOfDay(day, timezone) }),
  updatedAfter: (instant) => ({ updatedFrom: wholeSecond(instant) }),
})

/**
 * The filters of a request in the form that connectors take. Throws INVALID_INPUT for filters that the store's platform does not support.
 */
export function toQuery({ platform, timezone }: { platform: Platform; timezone: string }, filters: ProductFilters): ProductQuery {
  checkTraits(platform, filters)
  return Object.assign({}, ...translateFilters(termsIn(timezone), filters))
}
