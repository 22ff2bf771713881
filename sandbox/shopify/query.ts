import { GraphQLError } from 'graphql'
import type { GraphQLResolveInfo } from 'graphql'
import type { CatalogueOrder } from '../catalogue/order-record.ts'
import type { CatalogueCollection, CatalogueProduct } from '../catalogue/record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { Connection, PageArgs } from './connection.ts'
import { PRODUCT_SORTS } from './product-index.ts'
import type { ProductSortKey } from './product-index.ts'
import { orderNode, orderQueries } from './order-query.ts'
import { PRODUCT_SEARCH } from './search/product-fields.ts'
import { found as foundBy } from './found.ts'
import { notEmulated, requireScope } from './world.ts'
import type { PlacedVariant } from './variant.ts'
import type { Fields, World } from './world.ts'

export type QueryArgs = PageArgs & {
  id?: string
  ids?: readonly string[]
  handle?: string
  query?: string | null
  sortKey?: string | null
  limit?: number | null
}

const isProductSort = (key: string): key is ProductSortKey => key in PRODUCT_SORTS

/** The shop's products that match a search, in ascending order of the key. */
function found(world: World, { query }: QueryArgs, key: ProductSortKey, info: GraphQLResolveInfo): readonly CatalogueProduct[] {
  const { index } = world
  return foundBy(world, { rows: index.sorted(key), things: PRODUCT_SEARCH, kept: index.found, key, query: query ?? '' }, info)
}

function products(world: World, args: QueryArgs, info: GraphQLResolveInfo): Connection<CatalogueProduct> {
  const key = args.sortKey ?? 'ID'
  if (!isProductSort(key)) throw notEmulated(`sorting products by ${key}`)
  return connectionOf(
    listingOf(found(world, args, key, info), (product) => product.id, PRODUCT_SORTS[key]),
    args,
  )
}

const COLLECTION_SORTS: Record<string, (collection: CatalogueCollection) => string | number> = {
  ID: (collection) => Number(collection.id),
  TITLE: (collection) => collection.title.toLowerCase(),
  UPDATED_AT: (collection) => collection.updatedAt,
}

function collections({ index }: World, args: QueryArgs): Connection<CatalogueCollection> {
  const value = COLLECTION_SORTS[args.sortKey ?? 'ID']
  if (!value || args.query != null) throw notEmulated('searching collections')
  const sorted = index.catalogue.collections.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0))
  return connectionOf(
    listingOf(sorted, (collection) => collection.id, value),
    args,
  )
}

/** A list of names. They have no ids, so the cursor uses the text: case-insensitively first, then exactly. */
function strings({ index }: World, kind: 'tags' | 'types' | 'vendors', args: QueryArgs, limit: number): Connection<string> {
  return connectionOf(
    listingOf(
      index.strings(kind),
      () => '0',
      (text) => `${text.toLowerCase()}\n${text}`,
    ),
    args,
    limit,
  )
}

const INPUT_LIMIT = 250

/** Any object by its global id: products, variants, collections and orders; null if the shop does not have it. */
function node(world: World, id: string): CatalogueProduct | CatalogueCollection | PlacedVariant | CatalogueOrder | null {
  const { index } = world
  const [, type = '', digits = ''] = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(id) ?? []
  if (type === 'Product') return index.productById.get(digits) ?? null
  if (type === 'Order') return orderNode(world, id)
  if (type === 'Collection') return index.collectionById.get(digits) ?? null
  return type === 'ProductVariant' ? (index.variantById().get(digits) ?? null) : null
}

function nodes(world: World, ids: readonly string[]) {
  if (ids.length > INPUT_LIMIT) {
    const message = `The input array size of ${ids.length} is greater than the maximum allowed of ${INPUT_LIMIT}.`
    throw new GraphQLError(message, { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } })
  }
  return ids.map((id) => node(world, id))
}

export const queryFields: Fields<unknown, QueryArgs> = {
  ...orderQueries,
  shop: () => ({}),
  currentAppInstallation: () => ({}),
  products: (_source, args, world, info) => {
    requireScope(world, 'read_products', info)
    return products(world, args, info)
  },
  productsCount: (_source, args, world, info) => {
    requireScope(world, 'read_products', info)
    const count = found(world, args, 'ID', info).length
    const limit = args.limit ?? Infinity
    return count > limit ? { count: limit, precision: 'AT_LEAST' } : { count, precision: 'EXACT' }
  },
  node: (_source, { id = '' }, world, info) => {
    requireScope(world, 'read_products', info)
    return node(world, id)
  },
  nodes: (_source, { ids = [] }, world, info) => {
    requireScope(world, ids.some((id) => id.includes('/Order/')) ? 'read_orders' : 'read_products', info)
    return nodes(world, ids)
  },
  product: (_source, { id = '' }, world, info) => {
    requireScope(world, 'read_products', info)
    return id.startsWith('gid://shopify/Product/') ? node(world, id) : null
  },
  productVariant: (_source, { id = '' }, world, info) => {
    requireScope(world, 'read_products', info)
    return id.startsWith('gid://shopify/ProductVariant/') ? node(world, id) : null
  },
  collection: (_source, { id = '' }, world, info) => {
    requireScope(world, 'read_products', info)
    return id.startsWith('gid://shopify/Collection/') ? node(world, id) : null
  },
  collections: (_source, args, world, info) => {
    requireScope(world, 'read_products', info)
    return collections(world, args)
  },
  productTags: (_source, args, world, info) => {
    requireScope(world, 'read_products', info)
    return strings(world, 'tags', args, 5000)
  },
  productTypes: (_source, args, world, info) => {
    requireScope(world, 'read_products', info)
    return strings(world, 'types', args, 1000)
  },
  productVendors: (_source, args, world, info) => {
    requireScope(world, 'read_products', info)
    return strings(world, 'vendors', args, 1000)
  },
}
