// Examples of the bodies about the copy of all stores' products; see examples.ts.
import { exampleStore } from './store-examples.ts'

export const catalogueExamples = {
  CatalogueSearchRequest: { search: 'linen', filters: { status: 'active' as const }, sortKey: 'price' as const, limit: 50 },
  CatalogueChangesRequest: { kinds: ['price' as const, 'gone' as const], from: '2026-03-01T00:00:00Z' },
  CatalogueClashesRequest: { kinds: ['price' as const, 'double' as const], limit: 50 },
  CatalogueClashesCsvRequest: { kinds: ['price' as const] },
  CatalogueClashIgnoreRequest: { by: 'sku' as const, code: 'MUG-BLUE', kind: 'price' as const, reason: 'The outlet is cheaper' },
  CatalogueChangesCsvRequest: { kinds: ['price' as const], from: '2026-03-01T00:00:00Z', until: '2026-04-01T00:00:00Z' },
  CatalogueStoreUpdateRequest: { id: exampleStore.id, isOn: true },
  CatalogueSwitchRequest: { isOn: true, priceTolerance: 10 },
}
