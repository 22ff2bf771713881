import type {
  CatalogueProduct,
  CatalogueProductResponse,
  CatalogueSearchResponse,
  CatalogueStore,
  ComparedProduct,
  SameProduct,
} from '#shared/catalogue.ts'
import { alpha, beta } from './usual-answers.ts'

const at = '2026-01-01T00:00:00.000Z'

/** One that waits or is being read was not read before. */
export const madeCopy = (store: { id: string; name: string }, changes: Partial<CatalogueStore> = {}): CatalogueStore => ({
  storeId: store.id,
  storeName: store.name,
  isOn: true,
  state: 'ready',
  products: 10,
  variants: 20,
  filledAt: changes.state === 'waiting' || changes.state === 'filling' ? null : at,
  checkedAt: new Date().toISOString(),
  changedAt: null,
  comparedAt: null,
  differences: null,
  problem: null,
  webhooks: 'unavailable',
  webhooksReason: null,
  ...changes,
})

export const copiesOf = (...changes: Partial<CatalogueStore>[]) => ({
  isOn: true,
  priceTolerance: 0,
  stores: [alpha, beta].map((store, index) => madeCopy(store, changes[index])),
})

/** A product of the copy. An odd number is Alpha's, an even one Beta's. */
export function madeCopied(id: string): CatalogueProduct {
  const store = Number(id) % 2 === 1 ? alpha : beta
  return {
    storeId: store.id,
    storeName: store.name,
    productId: id,
    title: `Product ${id}`,
    handle: `product-${id}`,
    image: null,
    status: 'active',
    vendor: 'Hill',
    productType: 'Tea',
    tags: ['green'],
    priceRange: { min: '5.00', max: '9.00' },
    currency: 'USD',
    stock: 4,
    skus: [`SKU-${id}`],
    variantCount: 1,
    createdAt: at,
    updatedAt: at,
  }
}

export const madeCompared = (id: string): ComparedProduct => ({
  ...madeCopied(id),
  variants: [{ id: `9${id}`, title: 'Large', sku: `SKU-${id}`, barcode: '400', price: '5.00', compareAtPrice: '7.00', stock: 4 }],
  asOf: at,
})

export const comparedWith = (product: ComparedProduct, same: readonly SameProduct[] = []): CatalogueProductResponse => ({
  product,
  same: [...same],
  hasMore: false,
  asOf: at,
  incomplete: [],
})

export const pageOf = (ids: readonly string[], changes: Partial<CatalogueSearchResponse> = {}): CatalogueSearchResponse => ({
  products: ids.map(madeCopied),
  nextCursor: null,
  count: ids.length,
  isAtLeast: false,
  asOf: at,
  incomplete: [],
  ...changes,
})
