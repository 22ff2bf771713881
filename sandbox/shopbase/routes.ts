import { hash } from '../catalogue/random.ts'
import type { CatalogueCollection, CatalogueProduct } from '../catalogue/record.ts'
import { collectDocument, collectionDocument, productDocument } from './documents.ts'
import { filtered, PRODUCT_FILTERS, sorted } from './filters.ts'
import { ORDER_ROUTES } from './order-routes.ts'
import { badLimit, isBad, limitOf, notFound, ok, picked, refused } from './reply.ts'
import type { Call, Reply, Route } from './reply.ts'

function listProducts({ shop, query }: Call): Reply {
  const limit = limitOf(query)
  if (limit === null) return badLimit
  const found = filtered(shop.catalogue().products, PRODUCT_FILTERS, query)
  if (isBad(found)) return refused(found)
  const page = sorted(found, query).slice(0, limit)
  return ok({ products: page.map((product) => picked(productDocument(product), query)) })
}

function countProducts({ shop, query }: Call): Reply {
  const found = filtered(shop.catalogue().products, PRODUCT_FILTERS, query)
  return isBad(found) ? refused(found) : ok({ count: found.length })
}

function getProduct({ shop, query, id }: Call): Reply {
  const product = shop.catalogue().products.find((one) => one.id === id)
  return product ? ok({ product: picked(productDocument(product), query) }) : notFound
}

/** Distinct names in alphabetical order. Default: all. */
function names({ shop, query }: Call, read: (product: CatalogueProduct) => readonly string[]): string[] {
  const distinct = new Set(shop.catalogue().products.flatMap(read))
  const limit = query.get('limit')
  return [...distinct]
    .filter((name) => name !== '')
    .toSorted()
    .slice(0, limit === null ? undefined : Number(limit))
}

/** Lists collections by page and limit, or by since_id. */
function listCollections({ shop, query }: Call, key: string, kinds: readonly CatalogueCollection['kind'][]): Reply {
  const limit = limitOf(query)
  if (limit === null) return badLimit
  const since = Number(query.get('since_id') ?? 0)
  const start = (Number(query.get('page') ?? 1) - 1) * limit
  const found = shop.catalogue().collections.filter((collection) => kinds.includes(collection.kind) && Number(collection.id) > since)
  return ok({ [key]: found.slice(start, start + limit).map(collectionDocument) })
}

function countCollections({ shop }: Call, kind: CatalogueCollection['kind']): Reply {
  return ok({ count: shop.catalogue().collections.filter((collection) => collection.kind === kind).length })
}

function listCollects({ shop, query }: Call): Reply {
  const limit = limitOf(query)
  if (limit === null) return badLimit
  const { collections, products } = shop.catalogue()
  const wanted = query.get('collection_id')
  const collects = collections
    .filter((collection) => wanted === null || collection.id === wanted)
    .flatMap((collection) =>
      products
        .filter((product) => product.collectionIds.includes(collection.id))
        .map((product, n) => collectDocument(collection, product, n + 1)),
    )
  const since = Number(query.get('since_id') ?? 0)
  return ok({
    collects: collects
      .filter((collect) => collect.id > since)
      .toSorted((a, b) => a.id - b.id)
      .slice(0, limit),
  })
}

function getShop({ shop }: Call): Reply {
  const { name, host, currency, timezone } = shop.settings
  const document = {
    id: 10_000_000 + (hash(host) % 1_000_000),
    name,
    domain: host,
    onshopbase_domain: host,
    primary_domain: host,
    email: `owner@${host}`,
    currency,
    iana_timezone: timezone,
    timezone,
    money_format: '{{amount}}',
    primary_locale: 'en',
    weight_unit: 'kg',
    enable: true,
  }
  return ok({ shop: document })
}

/** The read calls for products and orders of ShopBase's Swagger, and /admin/collections.json, which works but is undocumented. */
export const ROUTES: readonly Route[] = [
  ...ORDER_ROUTES,
  { pattern: /^\/admin\/products\.json$/, respond: listProducts },
  { pattern: /^\/admin\/products\/count\.json$/, respond: countProducts },
  { pattern: /^\/admin\/products\/(\d+)\.json$/, respond: getProduct },
  { pattern: /^\/admin\/products\/tags\.json$/, respond: (call) => ok({ success: true, tags: names(call, (product) => product.tags) }) },
  { pattern: /^\/admin\/products\/types\.json$/, respond: (call) => ok({ types: names(call, (product) => [product.productType]) }) },
  { pattern: /^\/admin\/products\/vendors\.json$/, respond: (call) => ok({ vendors: names(call, (product) => [product.vendor]) }) },
  { pattern: /^\/admin\/collections\.json$/, respond: (call) => listCollections(call, 'collections', ['custom', 'smart']) },
  // The Swagger has this key in the singular.
  { pattern: /^\/admin\/collections\/custom\.json$/, respond: (call) => listCollections(call, 'custom_collection', ['custom']) },
  { pattern: /^\/admin\/collections\/custom\/count\.json$/, respond: (call) => countCollections(call, 'custom') },
  { pattern: /^\/admin\/smart_collections\.json$/, respond: (call) => listCollections(call, 'smart_collections', ['smart']) },
  { pattern: /^\/admin\/smart_collections\/count\.json$/, respond: (call) => countCollections(call, 'smart') },
  { pattern: /^\/admin\/collects\.json$/, respond: listCollects },
  { pattern: /^\/admin\/shop\.json$/, respond: getShop },
]
