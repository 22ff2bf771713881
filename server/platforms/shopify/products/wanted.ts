import { metafieldNames } from '#shared/metafields.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import { locationVariables, productDocuments, type ProductDocuments } from './export-documents.ts'
import { partsFor, type Parts } from './parts.ts'
import { shownOf, type Insight } from './hidden.ts'
import type { Service } from '#server/platforms/shopify/services.ts'

/** The requested parts of each product, and the documents and variables that request them. `services` is null where the shop hides them. */
export type Wanted = {
  parts: Parts
  services: readonly Service[] | null
  /** The requested metafields, as `namespace.key`. */
  metafields: readonly string[]
  documents: ProductDocuments
  locations: Record<string, string>
}

/** The requests for the columns that the shop shows. */
export async function wantedFor(columns: readonly ProductColumn[], insight: Insight, signal?: AbortSignal): Promise<Wanted> {
  const { columns: shown, services } = await shownOf(columns, insight, signal)
  return {
    parts: partsFor(shown),
    services,
    metafields: metafieldNames(shown),
    documents: productDocuments(services?.length ?? 0),
    locations: locationVariables(services ?? []),
  }
}
