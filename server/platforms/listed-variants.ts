import type { ListedProduct } from '#shared/products.ts'

/** A row of a list whose variants were not requested. */
export const noVariants = { options: null, variants: null } satisfies Partial<ListedProduct>

/** The SKUs of all variants, each once, in the order of the variants. */
export const distinctSkus = (variants: readonly { sku: string | null }[]): string[] => [
  ...new Set(variants.flatMap(({ sku }) => sku?.trim() || [])),
]
