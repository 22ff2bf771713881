import type { CatalogueProduct } from '../../catalogue/record.ts'
import { inventoryTotal } from '../product-index.ts'
import { exact, ids, listed, numbers, sameText, time, words, yesNo } from './kinds.ts'
import type { Field, Searchable } from './kinds.ts'

const isDefault = (product: CatalogueProduct) => product.options.length === 1 && product.options[0]?.name === 'Title'

const PUBLISHED = { published: true, visible: true, unpublished: false, unavailable: false }
const isPublishedWord = (value: string): value is keyof typeof PUBLISHED => value in PUBLISHED

/** The emulated filters of `products`. Any other field is ignored with a warning, as Shopify does with unknown fields. */
const FIELDS: Readonly<Record<string, Field<CatalogueProduct>>> = {
  title: words((product) => product.title),
  handle: listed((product) => product.handle),
  status: listed((product) => product.status),
  product_type: listed((product) => product.productType),
  vendor: exact((product) => [product.vendor]),
  tag: exact((product) => product.tags),
  tag_not: (term) => {
    const matches = sameText(term)
    return (product) => !product.tags.some(matches)
  },
  sku: exact((product) => product.variants.map((variant) => variant.sku)),
  barcode: exact((product) => product.variants.map((variant) => variant.barcode)),
  variant_title: exact((product) => product.variants.map((variant) => variant.title)),
  category_id: exact((product) => [product.category?.id ?? null]),
  id: ids((product) => [product.id]),
  variant_id: ids((product) => product.variants.map((variant) => variant.id)),
  collection_id: ids((product) => product.collectionIds),
  inventory_total: numbers((product) => [inventoryTotal(product)]),
  price: numbers((product) => product.variants.map((variant) => Number(variant.price))),
  gift_card: yesNo((product) => product.isGiftCard),
  has_only_default_variant: yesNo(isDefault),
  created_at: time((product) => product.createdAt),
  updated_at: time((product) => product.updatedAt),
  published_at: time((product) => product.publishedAt),
  published_status: ({ value }) => {
    if (value === 'online_store_channel' || value === 'any') return () => true
    if (!isPublishedWord(value)) return null
    return (product) => (product.publishedAt !== null) === PUBLISHED[value]
  },
}

/** Products. A search without a field looks through title, vendor, type, handle, tags, and the variants' titles, SKUs and barcodes. */
export const PRODUCT_SEARCH: Searchable<CatalogueProduct> = {
  fields: FIELDS,
  texts: (product) => [
    product.title,
    product.vendor,
    product.productType,
    product.handle,
    ...product.tags,
    ...product.variants.flatMap(({ sku, barcode, title }) => [sku ?? '', barcode ?? '', title]),
  ],
}
