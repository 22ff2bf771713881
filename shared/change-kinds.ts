import { z } from 'zod'

/** What can change of a product. `new`: it was added to the shop. `gone`: the shop does not have it any more. */
export const CatalogueChangeKind = z.enum(['price', 'stock', 'status', 'title', 'new', 'gone'])
export type CatalogueChangeKind = z.infer<typeof CatalogueChangeKind>
