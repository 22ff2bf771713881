import type { Document } from '#server/platforms/shopify/document.ts'

/** The fields of a row of the list. The images have the size of a table's thumbnails (40 CSS px, doubled for dense screens). */
export const listedProductFields = `legacyResourceId title status productType vendor
      category { name }
      featuredMedia { alt preview { image { url(transform: { maxWidth: 80, maxHeight: 80 }) } } }`

const rowFields = `${listedProductFields}
      tags createdAt updatedAt`
const priceFields = `tracksInventory totalInventory
      priceRangeV2 { minVariantPrice { amount } maxVariantPrice { amount } }`

const listOf = (name: string, cost: number, fields: string): Document => ({
  name,
  cost,
  text: `query ${name}($first: Int!, $after: String, $query: String, $sortKey: ProductSortKeys, $reverse: Boolean) {
  products(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    nodes {
      ${fields}
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
})

/** One page of the product list. */
export const productList = listOf('ProductList', 57, rowFields)

/** The same with prices and stock, which cost more. */
export const pricedProductList = listOf('PricedProductList', 68, `${rowFields}\n      ${priceFields}`)

/** Without a limit, the count is exact. Shopify's default stops at 10,000. */
export const productCount: Document = {
  name: 'ProductCount',
  cost: 10,
  text: `query ProductCount($query: String) {
  productsCount(query: $query, limit: null) { count }
}`,
}

/** The ids, of up to 250, that are products of the shop. */
export const productIds: Document = {
  name: 'ProductIds',
  cost: 1,
  text: `query ProductIds($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Product { legacyResourceId } }
}`,
}

/** The choices of the filters. Lists that have been read completely are left out of the next request. */
export const productMetadata: Document = {
  name: 'ProductMetadata',
  cost: 47,
  text: `query ProductMetadata(
  $tags: Boolean!, $tagsAfter: String, $types: Boolean!, $typesAfter: String, $collections: Boolean!, $collectionsAfter: String
) {
  productTags(first: 5000, after: $tagsAfter) @include(if: $tags) { nodes pageInfo { hasNextPage endCursor } }
  productTypes(first: 1000, after: $typesAfter) @include(if: $types) { nodes pageInfo { hasNextPage endCursor } }
  collections(first: 250, after: $collectionsAfter, sortKey: TITLE) @include(if: $collections) {
    nodes { legacyResourceId title }
    pageInfo { hasNextPage endCursor }
  }
}`,
}
