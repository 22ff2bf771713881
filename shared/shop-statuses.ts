import type { ProductStatus } from '#shared/products.ts'

/** The shops' own statuses that each of ours stands for. Shopify's `unlisted` counts as archived, as all that is neither active nor draft. */
export const statusesOfShops: Record<ProductStatus, readonly [ProductStatus, ...string[]]> = {
  active: ['active'],
  draft: ['draft'],
  archived: ['archived', 'unlisted'],
}
