import type { Document } from '#server/platforms/shopify/document.ts'

// Everything that one exportable field or another needs, each part behind the flag that `export-parts.ts` sets.
const variantFragment = `fragment ExportVariant on ProductVariant {
  legacyResourceId sku barcode price compareAtPrice taxable taxCode inventoryPolicy inventoryQuantity
  selectedOptions @include(if: $options) { name value }
  media(first: 1) @include(if: $variantImages) { nodes { ... on MediaImage { id image { url } } } }
  inventoryItem @include(if: $inventory) {
    tracked requiresShipping
    unitCost @include(if: $cost) { amount }
    measurement { weight { value unit } }
  }
}`

const connectionsFragment = `fragment ExportConnections on Product {
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
${variantFragment}`

const productFragment = `fragment ExportProduct on Product {
  legacyResourceId title handle vendor productType tags status publishedAt isGiftCard templateSuffix
  descriptionHtml @include(if: $body)
  category @include(if: $category) { fullName }
  seo @include(if: $seo) { title description }
  options(first: 3) @include(if: $options) { name linkedMetafield { namespace key } }
  ...ExportConnections
}
${connectionsFragment}`

const connectionVariables = `$collections: Boolean!, $collectionsFirst: Int!, $collectionsAfter: String,
  $media: Boolean!, $mediaFirst: Int!, $mediaAfter: String,
  $variants: Boolean!, $variantsFirst: Int!, $variantsAfter: String,
  $options: Boolean!, $variantImages: Boolean!, $inventory: Boolean!, $cost: Boolean!`

const productVariables = `$body: Boolean!, $category: Boolean!, $seo: Boolean!, ${connectionVariables}`

/** One page of whole products, in ascending order of id. */
export const exportPage: Document = {
  name: 'ExportPage',
  cost: 816,
  text: `query ExportPage($first: Int!, $after: String, $query: String, ${productVariables}) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { ...ExportProduct }
    pageInfo { hasNextPage endCursor }
  }
}
${productFragment}`,
}

/** Whole products by their ids. */
export const exportByIds: Document = {
  name: 'ExportByIds',
  cost: 107,
  text: `query ExportByIds($ids: [ID!]!, ${productVariables}) {
  nodes(ids: $ids) { ...ExportProduct }
}
${productFragment}`,
}

/** What did not fit on the first page of one product's variants, images and collections. */
export const exportRest: Document = {
  name: 'ExportRest',
  cost: 117,
  text: `query ExportRest($id: ID!, ${connectionVariables}) {
  product(id: $id) { ...ExportConnections }
}
${connectionsFragment}`,
}
