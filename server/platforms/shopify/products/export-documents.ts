import type { Document } from '#server/platforms/shopify/document.ts'
import { metafieldsFirst } from './parts.ts'
import { stockText, type Service } from '#server/platforms/shopify/services.ts'

/** A variant's unit price. The same fields in bulk operations. */
export const unitPriceText = 'quantityValue quantityUnit referenceValue referenceUnit'

// All fields that any exportable field needs. A flag of `parts.ts` includes each part.
const variantFragment = (locations: readonly string[]) => `fragment ExportVariant on ProductVariant {
  legacyResourceId sku barcode price compareAtPrice taxable inventoryPolicy inventoryQuantity
  taxCode @include(if: $taxCode)
  selectedOptions @include(if: $options) { name value }
  unitPriceMeasurement @include(if: $unitPrice) { ${unitPriceText} }
  media(first: 1) @include(if: $variantImages) { nodes { ... on MediaImage { id image { url } } } }
  inventoryItem @include(if: $inventory) {
    tracked requiresShipping
    unitCost @include(if: $cost) { amount }
    measurement { weight { value unit } }
    ${stockText(locations)}
  }
}`

const connectionsFragment = (locations: readonly string[]) => `fragment ExportConnections on Product {
  collections(first: $collectionsFirst, after: $collectionsAfter) @include(if: $collections) {
    nodes { title }
    pageInfo { hasNextPage endCursor }
  }
  media(first: $mediaFirst, after: $mediaAfter, sortKey: POSITION) @include(if: $media) {
    nodes { ... on MediaImage { id alt image { url } } }
    pageInfo { hasNextPage endCursor }
  }
  variants(first: $variantsFirst, after: $variantsAfter, sortKey: POSITION) @include(if: $variants) {
    nodes { ...ExportVariant }
    pageInfo { hasNextPage endCursor }
  }
}
${variantFragment(locations)}`

const productFragment = (locations: readonly string[]) => `fragment ExportProduct on Product {
  legacyResourceId title handle vendor productType tags status publishedAt isGiftCard templateSuffix
  descriptionHtml @include(if: $body)
  category @include(if: $category) { fullName }
  seo @include(if: $seo) { title description }
  options(first: 3) @include(if: $options) { name linkedMetafield { namespace key } }
  metafields(first: ${metafieldsFirst}, keys: $metafieldKeys) @include(if: $metafields) { nodes { namespace key value } }
  ...ExportConnections
}
${connectionsFragment(locations)}`

const connectionVariables = `$collections: Boolean!, $collectionsFirst: Int!, $collectionsAfter: String,
  $media: Boolean!, $mediaFirst: Int!, $mediaAfter: String,
  $variants: Boolean!, $variantsFirst: Int!, $variantsAfter: String,
  $options: Boolean!, $variantImages: Boolean!, $inventory: Boolean!, $cost: Boolean!, $taxCode: Boolean!, $unitPrice: Boolean!`

const productVariables = `$body: Boolean!, $category: Boolean!, $seo: Boolean!, $metafields: Boolean!, $metafieldKeys: [String!],
  ${connectionVariables}`

/** The maximum cost of a query (shopify.dev, "API limits"). A more expensive page is requested with fewer products. */
const MOST = 1000

/** The documents for complete products, for this number of fulfilment services; see `locationVariables`. */
export type ProductDocuments = {
  /** One page of complete products, in ascending id order. */
  page: Document
  /** Complete products by their ids. */
  byIds: Document
  /** The variants, images and collections of one product that did not fit on the first page. */
  rest: Document
}

export function productDocuments(services: number): ProductDocuments {
  const locations = Array.from({ length: services }, (_, place) => `$location${place}`)
  const declared = locations.map((location) => `, ${location}: ID!`).join('')
  return {
    page: {
      name: 'ExportPage',
      cost: Math.min(992 + 77 * services, MOST),
      text: `query ExportPage($first: Int!, $after: String, $query: String, ${productVariables}${declared}) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { ...ExportProduct }
    pageInfo { hasNextPage endCursor }
  }
}
${productFragment(locations)}`,
    },
    byIds: {
      name: 'ExportByIds',
      cost: 127 + 11 * services,
      text: `query ExportByIds($ids: [ID!]!, ${productVariables}${declared}) {
  nodes(ids: $ids) { ...ExportProduct }
}
${productFragment(locations)}`,
    },
    rest: {
      name: 'ExportRest',
      cost: 128 + 11 * services,
      text: `query ExportRest($id: ID!, ${connectionVariables}${declared}) {
  product(id: $id) { ...ExportConnections }
}
${connectionsFragment(locations)}`,
    },
  }
}

/** The variables that the documents need for these services. */
export function locationVariables(services: readonly Service[]): Record<string, string> {
  return Object.fromEntries(services.map(({ locationId }, place) => [`location${place}`, locationId]))
}
