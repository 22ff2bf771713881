import { z } from 'zod'

/** What the list of all stores' products is sorted by: key, label and initial direction. */
export const catalogueSorts = [
  { key: 'created', label: 'Created', reverse: true },
  { key: 'updated', label: 'Updated', reverse: true },
  { key: 'title', label: 'Title', reverse: false },
  { key: 'store', label: 'Store', reverse: false },
  { key: 'status', label: 'Status', reverse: false },
  { key: 'price', label: 'Price', reverse: false },
  { key: 'stock', label: 'Stock', reverse: false },
  { key: 'vendor', label: 'Vendor', reverse: false },
  { key: 'productType', label: 'Type', reverse: false },
] as const
export const CatalogueSort = z.enum(catalogueSorts.map((sort) => sort.key))
export type CatalogueSort = z.infer<typeof CatalogueSort>
