import type { Document } from '#server/platforms/shopify/document.ts'
import type { Market } from '#shared/markets.ts'
import { pricesText, publicationsText } from './markets.ts'
import { metafieldsFirst, type Repeats } from './parts.ts'
import { stockText, type Service } from '#server/platforms/shopify/services.ts'

/** A variant's unit price. The same fields in bulk operations. */
export const unitPriceText = 'quantityValue quantityUnit referenceValue referenceUnit'

/** The variables of the fields that each shop needs another number of: the locations of services, and the countries of markets. */
type Names = { locations: readonly string[]; priced: readonly string[]; published: readonly string[] }

// All fields that any exportable field needs. A flag of `parts.ts` includes each part.
const variantFragment = ({ locations, priced }: Names) => `fragment ExportVariant on ProductVariant {
  legacyResourceId sku barcode price compareAtPrice taxable inventoryPolicy inventoryQuantity
  taxCode @include(if: $taxCode)
  selectedOptions @include(if: $options) { name value }
  unitPriceMeasurement @include(if: $unitPrice) { ${unitPriceText} }
  ${pricesText(priced)}
  media(first: 1) @include(if: $variantImages) { nodes { ... on MediaImage { id image { url } } } }
  inventoryItem @include(if: $inventory) {
    tracked requiresShipping
    unitCost @include(if: $cost) { amount }
    measurement { weight { value unit } }
    ${stockText(locations)}
  }
}`

const connectionsFragment = (names: Names) => `fragment ExportConnections on Product {
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
${variantFragment(names)}`

const productFragment = (names: Names) => `fragment ExportProduct on Product {
  legacyResourceId createdAt updatedAt title handle vendor productType tags status publishedAt isGiftCard templateSuffix
  descriptionHtml @include(if: $body)
  category @include(if: $category) { fullName }
  seo @include(if: $seo) { title description }
  options(first: 3) @include(if: $options) { name linkedMetafield { namespace key } }
  metafields(first: ${metafieldsFirst}, keys: $metafieldKeys) @include(if: $metafields) { nodes { namespace key value } }
  ${publicationsText(names.published)}
  ...ExportConnections
}
${connectionsFragment(names)}`

const connectionVariables = `$collections: Boolean!, $collectionsFirst: Int!, $collectionsAfter: String,
  $media: Boolean!, $mediaFirst: Int!, $mediaAfter: String,
  $variants: Boolean!, $variantsFirst: Int!, $variantsAfter: String,
  $options: Boolean!, $variantImages: Boolean!, $inventory: Boolean!, $cost: Boolean!, $taxCode: Boolean!, $unitPrice: Boolean!`

const productVariables = `$body: Boolean!, $category: Boolean!, $seo: Boolean!, $metafields: Boolean!, $metafieldKeys: [String!],
  ${connectionVariables}`

/** The maximum cost of a query (shopify.dev, "API limits"). A more expensive page is requested with fewer products. */
const MOST = 1000

/** The documents for complete products, for these numbers of services and markets; see `locationVariables` and `countryVariables`. */
export type ProductDocuments = {
  /** One page of complete products, in ascending id order. */
  page: Document
  /** Complete products by their ids. */
  byIds: Document
  /** The variants, images and collections of one product that did not fit on the first page. */
  rest: Document
}

const numbered = (name: string, count = 0) => Array.from({ length: count }, (_, place) => `$${name}${place}`)

const declared = (variables: readonly string[], type: string) => variables.map((variable) => `, ${variable}: ${type}!`).join('')

export function productDocuments({ services = 0, prices = 0, publications = 0 }: Repeats = {}): ProductDocuments {
  const names: Names = {
    locations: numbered('location', services),
    priced: numbered('priced', prices),
    published: numbered('published', publications),
  }
  const ofVariants = declared(names.locations, 'ID') + declared(names.priced, 'CountryCode')
  const ofProducts = ofVariants + declared(names.published, 'CountryCode')
  const repeated = services + prices
  return {
    page: {
      name: 'ExportPage',
      cost: Math.min(992 + 77 * repeated, MOST),
      text: `query ExportPage($first: Int!, $after: String, $query: String, ${productVariables}${ofProducts}) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { ...ExportProduct }
    pageInfo { hasNextPage endCursor }
  }
}
${productFragment(names)}`,
    },
    byIds: {
      name: 'ExportByIds',
      cost: 127 + 11 * repeated,
      text: `query ExportByIds($ids: [ID!]!, ${productVariables}${ofProducts}) {
  nodes(ids: $ids) { ...ExportProduct }
}
${productFragment(names)}`,
    },
    rest: {
      name: 'ExportRest',
      cost: 128 + 11 * repeated,
      text: `query ExportRest($id: ID!, ${connectionVariables}${ofVariants}) {
  product(id: $id) { ...ExportConnections }
}
${connectionsFragment(names)}`,
    },
  }
}

/** The variables that the documents need for these services. */
export function locationVariables(services: readonly Service[]): Record<string, string> {
  return Object.fromEntries(services.map(({ locationId }, place) => [`location${place}`, locationId]))
}

/** The variables that the documents need for these markets. */
export function countryVariables(name: 'priced' | 'published', markets: readonly Market[]): Record<string, string> {
  return Object.fromEntries(markets.map(({ country }, place) => [`${name}${place}`, country]))
}
