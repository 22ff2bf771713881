import type { JobType } from '#shared/jobs.ts'
import type { OrderFilters } from '#shared/orders.ts'
import type { ProductFilters } from '#shared/products.ts'
import { capitalized, dayInWords, instantInWords } from './words.ts'

/** The wording of a filter: its name, and how a value reads. */
export type FilterWording = { name: string; say?: (value: string) => string }

/** A new filter of the API is added here. The search text is not in these tables: it stands in its own field. */
export const productFilterWords: Record<Exclude<keyof ProductFilters, 'search'>, FilterWording> = {
  status: { name: 'Status', say: capitalized },
  tag: { name: 'Tag' },
  collection: { name: 'Collection' },
  productType: { name: 'Type' },
  vendor: { name: 'Vendor' },
  createdAfter: { name: 'From', say: dayInWords },
  createdBefore: { name: 'To', say: dayInWords },
  updatedAfter: { name: 'Updated from', say: instantInWords },
}

export const orderFilterWords: Record<Exclude<keyof OrderFilters, 'search'>, FilterWording> = {
  financialStatus: { name: 'Payment', say: capitalized },
  fulfillmentStatus: { name: 'Fulfillment', say: capitalized },
  createdAfter: { name: 'After', say: dayInWords },
  createdBefore: { name: 'Before', say: dayInWords },
  updatedAfter: { name: 'Updated from', say: instantInWords },
}

const search: FilterWording = { name: 'Search', say: (text) => `“${text}”` }
const wordings: Record<JobType, Record<string, FilterWording>> = {
  product_export: { search, ...productFilterWords },
  order_export: { search, ...orderFilterWords },
}

/** A recorded filter in words, one text for each field: "Payment: Paid". */
export const filterWords = (type: JobType, filter: Record<string, unknown>): string[] =>
  Object.entries(filter).map(([field, value]) => {
    const { name, say = String } = wordings[type][field] ?? { name: field }
    return `${name}: ${[value].flat().map(String).map(say).join(', ')}`
  })
