import type { ProductInclude } from '#shared/products.ts'
import type { Document } from '#server/platforms/shopify/document.ts'
import { connection, points } from './parts.ts'

/** The fields of a row of the list. The images have the size of a table's thumbnails (40 CSS px, doubled for dense screens). */
export const listedProductFields = `legacyResourceId title status productType vendor
      category { name }
      featuredMedia { alt preview { image { url(transform: { maxWidth: 80, maxHeight: 80 }) } } }`

/** The fields of a variant. */
export const variantFields = `legacyResourceId sku barcode price compareAtPrice inventoryPolicy inventoryQuantity
      inventoryItem { tracked }
      selectedOptions { value }
      media(first: 1) { nodes { ... on MediaImage { id } } }`

/** One page of the product list. The flags include prices and stock, SKUs, and whole variants. */
export const productList: Document = {
  name: 'ProductList',
  cost: 618,
  text: `query ProductList(
  $first: Int!, $after: String, $query: String, $sortKey: ProductSortKeys, $reverse: Boolean,
  $prices: Boolean!, $skus: Boolean!, $variants: Boolean!
) {
  products(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    nodes {
      ${listedProductFields}
      tags createdAt updatedAt
      tracksInventory @include(if: $prices)
      totalInventory @include(if: $prices)
      priceRangeV2 @include(if: $prices) { minVariantPrice { amount } maxVariantPrice { amount } }
      skus: variants(first: 250, sortKey: POSITION) @include(if: $skus) { nodes { sku } pageInfo { hasNextPage endCursor } }
      options(first: 3) @include(if: $variants) { name }
      variants(first: 250, sortKey: POSITION) @include(if: $variants) {
        nodes { ${variantFields} }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

/** The requested cost of a page of the list, by the rules of `parts.ts`. A test compares the result with the schema. */
export function listCost(first: number, include: readonly ProductInclude[]): number {
  const asks = (part: ProductInclude) => include.includes(part)
  const plain = 5
  return connection(
    first,
    plain + points(asks('prices'), 1) + points(asks('skus'), connection(250, 1)) + points(asks('variants'), 1 + connection(250, 6)),
  )
}

const restOf = (name: string, cost: number, fields: string): Document => ({
  name,
  cost,
  text: `query ${name}($id: ID!, $after: String) {
  product(id: $id) { variants(first: 250, after: $after, sortKey: POSITION) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }
}`,
})

/** The variants of one product that did not fit into the list, and their SKUs alone. */
export const moreVariants = restOf('MoreVariants', 69, variantFields)
export const moreSkus = restOf('MoreSkus', 14, 'sku')

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

/** The definitions of products' metafields. */
export const productMetafields: Document = {
  name: 'ProductMetafields',
  cost: 24,
  text: `query ProductMetafields($after: String) {
  metafieldDefinitions(ownerType: PRODUCT, first: 250, after: $after) {
    nodes { namespace key name type { name } }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

/** The markets for regions, each with its first regions. A part of a country has no code of a country, and its buyers' prices cannot be asked for. */
export const shopMarkets: Document = {
  name: 'ShopMarkets',
  cost: 145,
  text: `query ShopMarkets($after: String) {
  markets(type: REGION, first: 250, after: $after) {
    nodes {
      handle name status
      conditions { regionsCondition { regions(first: 10) { nodes { ... on MarketRegionCountry { code currency { currencyCode } } } } } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
}
