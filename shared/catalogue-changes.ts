import { z } from 'zod'
import { CopiesUsed } from '#shared/catalogue.ts'
import { CatalogueChangeKind } from '#shared/change-kinds.ts'
import { GivenInstant } from '#shared/given-times.ts'
import { limits } from '#shared/limits.ts'
import { NextCursor } from '#shared/paging.ts'
import { ProductId } from '#shared/product-id.ts'
import { StoreId } from '#shared/stores.ts'

export const CatalogueChangesRequest = z.strictObject({
  /** Default: every active store whose products the caller may read. */
  storeIds: z.array(StoreId).min(1).max(limits.assignments).optional(),
  /** Default: all. */
  kinds: z.array(CatalogueChangeKind).min(1).max(CatalogueChangeKind.options.length).optional(),
  /** Of one store. */
  productId: ProductId.optional(),
  from: GivenInstant.optional(),
  until: GivenInstant.optional(),
  limit: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
  cursor: z.string().min(1).max(limits.cursorLength).optional(),
})
export type CatalogueChangesRequest = z.infer<typeof CatalogueChangesRequest>

/** Which changes a file has: all that fit, without pages. */
export const CatalogueChangesCsvRequest = CatalogueChangesRequest.omit({ limit: true, cursor: true })
export type CatalogueChangesCsvRequest = z.infer<typeof CatalogueChangesCsvRequest>

export const CatalogueChange = z.object({
  id: z.string(),
  storeId: StoreId,
  storeName: z.string(),
  productId: ProductId,
  /** Of the product, as it was after the change. */
  title: z.string(),
  kind: CatalogueChangeKind,
  /** The SKU or the title of the variant whose price changed. Null for other changes. */
  variant: z.string().nullable(),
  /** Prices are decimal text in `currency`, that of the store at the time, and stock is that of all variants together. Null: there was none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  currency: z.string(),
  /** When it was written, so that none is added before it later than a few seconds. */
  at: z.iso.datetime(),
})
export type CatalogueChange = z.infer<typeof CatalogueChange>
/** `incomplete`: the changes of these stores are not shown, or not seen. */
export const CatalogueChangesResponse = z.object({
  changes: z.array(CatalogueChange),
  nextCursor: NextCursor,
  ...CopiesUsed.shape,
})
export type CatalogueChangesResponse = z.infer<typeof CatalogueChangesResponse>
