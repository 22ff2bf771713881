// Requests about the copy of all stores' products; see examples.ts.
import { among, paged, spareStore, storeOf, text, type Example } from './example-parts.ts'

export const catalogueExamples: Record<string, Example> = {
  'products.catalogue.search': (random, known) =>
    paged(random, known, 'products.catalogue.search', {
      ...among(
        random,
        {},
        { search: 'áo d' },
        { search: 'chair' },
        { storeIds: [storeOf(random, known)] },
        { filters: { status: 'active' } },
      ),
      sortKey: random.pick(['created', 'price', 'store']),
      limit: 1 + random.int(5),
    }),
  'products.catalogue.get': (random, known) => ({ id: `${storeOf(random, known)}:${known.copied}` }),
  'products.catalogue.changes': (random, known) =>
    paged(random, known, 'products.catalogue.changes', among(random, {}, { kinds: ['price', 'gone'] }, { productId: known.copied })),
  'products.catalogue.clashes': (random, known) =>
    paged(
      random,
      known,
      'products.catalogue.clashes',
      among(random, {}, { kinds: ['missing'] }, { storeIds: [storeOf(random, known)] }, { search: 'chair', ignored: true }),
    ),
  'products.catalogue.clashesCsv': (random, known) => among(random, {}, { kinds: ['missing'] }, { storeIds: [storeOf(random, known)] }),
  'products.catalogue.ignoreClash': (random, known) => ({
    by: 'sku',
    code: random.chance(0.8) ? known.doubled : text(random),
    kind: random.chance(0.8) ? 'double' : 'title',
    reason: random.pick([null, 'As agreed']),
  }),
  'products.catalogue.summary': (random) => among(random, {}, { since: '2026-01-01T00:00:00Z' }, { productsOnly: true }),
  'products.catalogue.changesCsv': (random, known) => among(random, {}, { kinds: ['stock'] }, { storeIds: [storeOf(random, known)] }),
  'products.catalogue.stores': () => ({}),
  'products.catalogue.rebuild': spareStore,
  'products.catalogue.updateStore': (random, known) => ({ ...spareStore(random, known), isOn: random.chance(0.7) }),
  'products.catalogue.switch': () => ({ isOn: true }),
}
