import { z } from 'zod'
import { CatalogueChangeKind } from '#shared/change-kinds.ts'
import { CopiedProductId } from '#shared/copied-product-id.ts'
import { searchedPage } from '#shared/paging.ts'
import { NamedStores } from '#shared/stores.ts'

const Day = z.iso.date().optional().catch(undefined)
const Copied = CopiedProductId.optional().catch(undefined)

/** The URL of the list of changes. Every field has a fallback, so that an invalid link still opens the screen. */
export const CatalogueChangesSearch = z.object({
  /** Empty: all that the person may read. */
  stores: NamedStores,
  /** Empty: all. */
  kinds: z.array(CatalogueChangeKind).max(CatalogueChangeKind.options.length).default([]).catch([]),
  /** Whole days of the reader, both included. */
  from: Day,
  to: Day,
  /** The only product whose changes are listed. */
  of: Copied,
  ...searchedPage,
  /** The product in the panel. */
  product: Copied,
})
export type CatalogueChangesSearch = z.infer<typeof CatalogueChangesSearch>
