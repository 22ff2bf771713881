import { z } from 'zod'

/** What can differ between the stores that sell one code. `double`: a store has it twice. `missing`: a store does not have it. */
export const CatalogueClashKind = z.enum(['price', 'title', 'status', 'barcode', 'double', 'stock', 'missing'])
export type CatalogueClashKind = z.infer<typeof CatalogueClashKind>

/** Those that are looked for unless others are asked for: what only some stores sell is no mistake in most teams. */
export const usualClashKinds = CatalogueClashKind.options.filter((kind) => kind !== 'missing')
