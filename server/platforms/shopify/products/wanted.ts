import { metafieldNames } from '#shared/metafields.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import { countryVariables, locationVariables, productDocuments, type ProductDocuments } from './export-documents.ts'
import { wantedMarkets, type WantedMarkets } from './markets.ts'
import { partsFor, type Parts, type Repeats } from './parts.ts'
import { shownOf, type Insight } from './hidden.ts'
import type { Service } from '#server/platforms/shopify/services.ts'

/** The requested parts of each product, and the documents and variables that request them. `services` is null where the shop hides them. */
export type Wanted = {
  parts: Parts
  services: readonly Service[] | null
  markets: WantedMarkets
  /** The requested metafields, as `namespace.key`. */
  metafields: readonly string[]
  documents: ProductDocuments
  /** The number of fields that the documents have for this shop. */
  repeats: Repeats
  /** The variables of those fields: of variants, and of products. */
  ofVariants: Record<string, string>
  ofProducts: Record<string, string>
}

/** The requests for the columns that the shop shows. */
export async function wantedFor(columns: readonly ProductColumn[], insight: Insight, signal?: AbortSignal): Promise<Wanted> {
  const { columns: shown, services, markets: known } = await shownOf(columns, insight, signal)
  const markets = wantedMarkets(shown, known)
  const repeats = { services: services?.length ?? 0, prices: markets.priced.length, publications: markets.published.length }
  return {
    parts: partsFor(shown),
    services,
    markets,
    metafields: metafieldNames(shown),
    documents: productDocuments(repeats),
    repeats,
    ofVariants: { ...locationVariables(services ?? []), ...countryVariables('priced', markets.priced) },
    ofProducts: countryVariables('published', markets.published),
  }
}
