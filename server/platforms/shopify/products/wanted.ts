import type { ProductField } from '#shared/product-fields.ts'
import { locationVariables, productDocuments, type ProductDocuments } from './export-documents.ts'
import { partsFor, type Parts } from './parts.ts'
import { shownOf, type Insight } from './hidden.ts'
import type { Service } from '#server/platforms/shopify/services.ts'

/** What a walk wants of each product, and how it asks for that. `services` is null where the shop does not show them. */
export type Wanted = {
  parts: Parts
  services: readonly Service[] | null
  documents: ProductDocuments
  locations: Record<string, string>
}

/** What the fields are made of, as far as the shop shows it. */
export async function wantedFor(fields: readonly ProductField[], insight: Insight, signal?: AbortSignal): Promise<Wanted> {
  const { fields: shown, services } = await shownOf(fields, insight, signal)
  return {
    parts: partsFor(shown),
    services,
    documents: productDocuments(services?.length ?? 0),
    locations: locationVariables(services ?? []),
  }
}
