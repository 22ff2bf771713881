import type { CatalogueClash } from '#shared/catalogue-clashes.ts'

/** The stores that are shown with a clash. Only between these it is ignored, because only these are seen. */
export const storesOfClash = ({ variants, missingIn }: CatalogueClash): string[] => [
  ...new Set([...variants, ...missingIn].map(({ storeId }) => storeId)),
]
