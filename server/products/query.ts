import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits, type Platform } from '#shared/platforms.ts'
import type { ProductFilters } from '#shared/products.ts'
import { createdRange } from '#server/created-range.ts'
import type { ProductQuery } from '#server/platforms/port.ts'

function refuse(path: string, message: string): never {
  throw new AppError('INVALID_INPUT', message, { issues: [{ path, message }] })
}

/** Refuses what the platform cannot filter by, instead of showing more than was asked for. */
function checkTraits(platform: Platform, filters: ProductFilters) {
  const { label, filters: choices } = traits[platform]
  for (const key of ['tag', 'collection', 'productType', 'vendor'] as const) {
    const values = filters[key] ?? []
    if (choices[key] === 'none' && values.length > 0) refuse(`filters.${key}`, messages.products.filterUnsupported(label, key))
    if (choices[key] === 'one' && values.length > 1) refuse(`filters.${key}`, messages.products.oneValueOnly(label, key))
  }
}

/** The filters of a request, checked against the store's platform, in the form that connectors take. */
export function toQuery({ platform, timezone }: { platform: Platform; timezone: string }, filters: ProductFilters): ProductQuery {
  checkTraits(platform, filters)
  const { search, status, productType, vendor, tag, collection } = filters
  return {
    ...(search?.trim() ? { search: search.trim() } : {}),
    ...(status ? { status } : {}),
    ...(productType?.length ? { productType } : {}),
    ...(vendor?.length ? { vendor } : {}),
    ...(tag?.length ? { tag } : {}),
    ...(collection?.length ? { collection } : {}),
    ...createdRange(filters, timezone),
  }
}
