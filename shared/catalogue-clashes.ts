import { z } from 'zod'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { CatalogueState, CopiesUsed } from '#shared/catalogue.ts'
import { CatalogueChangeKind } from '#shared/change-kinds.ts'
import { CatalogueClashKind, usualClashKinds } from '#shared/clash-kinds.ts'
import { GivenInstant } from '#shared/given-times.ts'
import { limits } from '#shared/limits.ts'
import { flag, NextCursor } from '#shared/paging.ts'
import { ProductId } from '#shared/product-id.ts'
import { StoreId } from '#shared/stores.ts'

/** The code that variants have in common. */
export const ClashBy = z.enum(['sku', 'barcode'])
const Code = z.string().min(1).max(400)

const filter = {
  /** Default: every active store whose products the caller may read, as far as its copy is complete. */
  storeIds: z.array(StoreId).min(1).max(limits.assignments).optional(),
  kinds: z.array(CatalogueClashKind).min(1).max(CatalogueClashKind.options.length).default(usualClashKinds),
  /** Words that the code has, or the title, SKU or barcode of a variant with it. */
  search: z.string().max(limits.searchLength).default(''),
  /** Those that somebody ignores, in place of the others. */
  ignored: z.boolean().default(false),
}
/** Which clashes a file has: all that fit, without pages. */
export const CatalogueClashesCsvRequest = z.strictObject(filter)
export type CatalogueClashesCsvRequest = z.infer<typeof CatalogueClashesCsvRequest>
export const CatalogueClashesRequest = z.strictObject({
  ...filter,
  limit: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
  cursor: z.string().min(1).max(limits.cursorLength).optional(),
})
export type CatalogueClashesRequest = z.infer<typeof CatalogueClashesRequest>

export const ClashingVariant = z.object({
  storeId: StoreId,
  storeName: z.string(),
  productId: ProductId,
  /** Of the product. */
  title: z.string(),
  status: z.string(),
  variantId: ProductId,
  variant: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  /** Decimal text in `currency`. */
  price: z.string(),
  currency: z.string(),
  /** Null where the shop counts no stock. */
  stock: z.int().nullable(),
  /** When the shop was last asked for changes. */
  asOf: z.iso.datetime(),
})
export type ClashingVariant = z.infer<typeof ClashingVariant>

const Reason = z.string().trim().min(1, catalogueMessages.reasonNeeded).max(limits.clashes.reasonLength)
export const IgnoredClash = z.object({
  kind: CatalogueClashKind,
  reason: z.string(),
  /** Who ignored it. Null: a person that is gone. */
  person: z.string().nullable(),
  at: z.iso.datetime(),
  /** Whether the caller may show it again: it may be ignored between further stores, whose products they may not change. */
  canShowAgain: z.boolean(),
})
export type IgnoredClash = z.infer<typeof IgnoredClash>

/**
 * What does not fit among the variants with one code. `variantCount`: all that have it. `variants`: where these are many (500 or more), the first ones of each
 * store. `priceStoreIds`: of a clash of prices, the stores in whose currency they differ. `missingIn`: the stores that do not have it, where that is
 * asked for.
 */
export const CatalogueClash = z.object({
  by: ClashBy,
  code: z.string(),
  kinds: z.array(CatalogueClashKind),
  ignored: z.array(IgnoredClash),
  variants: z.array(ClashingVariant),
  variantCount: z.int(),
  priceStoreIds: z.array(StoreId),
  missingIn: z.array(z.object({ storeId: StoreId, storeName: z.string() })),
})
export type CatalogueClash = z.infer<typeof CatalogueClash>
/** A page may have fewer clashes than asked for, or none, although others follow: it ends after so many codes, or variants, that were looked at. */
export const CatalogueClashesResponse = z.object({
  clashes: z.array(CatalogueClash),
  nextCursor: NextCursor,
  ...CopiesUsed.shape,
})
export type CatalogueClashesResponse = z.infer<typeof CatalogueClashesResponse>

/** `reason`: why the clash is no mistake. Null: it is shown again. */
export const CatalogueClashIgnoreRequest = z.strictObject({
  /** Between which stores. Default: all whose products the caller may change. */
  storeIds: filter.storeIds,
  by: ClashBy,
  code: Code,
  kind: CatalogueClashKind,
  reason: Reason.nullable(),
})
export type CatalogueClashIgnoreRequest = z.infer<typeof CatalogueClashIgnoreRequest>
export const CatalogueClashIgnoreResponse = z.object({ ignored: IgnoredClash.nullable() })

/**
 * `since`: from when on changes are counted. Default: the last 24 hours. `productsOnly`: nothing but products is counted, which are numbers that are
 * kept; of clashes and changes there are at least none then.
 */
export const CatalogueSummaryRequest = z.strictObject({
  since: GivenInstant.optional(),
  productsOnly: flag.default(false),
})
export type CatalogueSummaryRequest = z.infer<typeof CatalogueSummaryRequest>

export const CatalogueStatusCount = z.object({
  status: z.string(),
  products: z.int(),
  variants: z.int(),
  /** Products all of whose variants are counted, and of which no unit is left. */
  outOfStock: z.int(),
})
export const SummedStore = z.object({
  storeId: StoreId,
  storeName: z.string(),
  state: CatalogueState,
  checkedAt: z.iso.datetime().nullable(),
  statuses: z.array(CatalogueStatusCount),
})
export type SummedStore = z.infer<typeof SummedStore>
/** Of each kind that there is any of. `isAtLeast`: there may be more, because counting ends at a limit. */
const counted = <Kind extends typeof CatalogueClashKind | typeof CatalogueChangeKind>(kind: Kind) =>
  z.object({ kinds: z.array(z.object({ kind, count: z.int() })), isAtLeast: z.boolean() })
export const CatalogueSummaryResponse = z.object({
  isOn: z.boolean(),
  stores: z.array(SummedStore),
  /** Codes that clash, without ignored clashes and without what is only missing. `codes`: each once, whatever kinds of clashes it has. */
  clashes: counted(CatalogueClashKind).extend({ codes: z.int() }),
  changes: counted(CatalogueChangeKind),
})
export type CatalogueSummaryResponse = z.infer<typeof CatalogueSummaryResponse>
