import { z } from 'zod'
import { CatalogueClashKind } from '#shared/clash-kinds.ts'
import { CopiedProductId } from '#shared/copied-product-id.ts'
import { limits } from '#shared/limits.ts'
import { searchedPage } from '#shared/paging.ts'
import { NamedStores } from '#shared/stores.ts'

/** The lists of the screen: every usual kind, one kind, or what is ignored. */
export const clashTabs = ['all', ...CatalogueClashKind.options, 'ignored'] as const
const ClashTab = z.enum(clashTabs)
export type ClashTab = z.infer<typeof ClashTab>

/** The URL of the list of clashes. Every field has a fallback, so that an invalid link still opens the screen. */
export const CatalogueClashesSearch = z.object({
  /** Empty: all that the person may read. */
  stores: NamedStores,
  tab: ClashTab.default('all').catch('all'),
  search: z.string().max(limits.searchLength).default('').catch(''),
  ...searchedPage,
  /** The product in the panel: a store's id and the product's, joined by a colon. */
  product: CopiedProductId.optional().catch(undefined),
})
export type CatalogueClashesSearch = z.infer<typeof CatalogueClashesSearch>
