import type { ProductColumn } from '#shared/product-fields.ts'
import { ahead, drained } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import type { ExportProduct, ProductQuery, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { allRows } from '#server/platforms/rows.ts'
import { bulkQuery, productOf } from './bulk.ts'
import { bulkBeginning, bulkItems, worthBulkMs, type Bulk, type BulkTools } from '#server/platforms/shopify/bulk/walk.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { completeAll } from './complete.ts'
import { exportShopifyProduct } from './export-map.ts'
import { affordable, shopifyPagesByIds, pagesByQuery, type Walk } from '#server/platforms/shopify/pages.ts'
import { deep, pageCost, wide, type ProductPageSizes } from './parts.ts'
import { shopifyProduct, type ShopifyProduct } from './export-wire.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import type { Insight } from './hidden.ts'
import { shopifyPagesMs, type Paging } from '#server/platforms/shopify/paging-time.ts'
import { countShopifyProducts } from './list.ts'
import { searchText } from './search.ts'
import { searchAbove } from '#server/platforms/shopify/terms.ts'
import { wantedFor, type Wanted } from './wanted.ts'

/** If more than this share of a page's products had to be completed one by one, deeper pages are faster. */
const CUT_SHARE = 0.1

export type WalkTools = BulkTools & { insight: Insight }

const costIn =
  ({ parts, repeats }: Wanted) =>
  (size: ProductPageSizes) =>
    pageCost(parts, repeats, size)

function pagingOf(wanted: Wanted): Paging {
  const size = affordable(wide, costIn(wanted))
  return { first: size.first, cost: costIn(wanted)(size) }
}

/** The estimated time of pages for this number of products, in milliseconds. */
export async function productsMs(
  { client, insight }: Pick<WalkTools, 'client' | 'insight'>,
  count: number,
  columns: readonly ProductColumn[],
  signal?: AbortSignal,
): Promise<number> {
  return shopifyPagesMs(client, pagingOf(await wantedFor(columns, insight, signal)), count)
}

/** The bulk operation for the products, or null where pages are better. */
async function bulkFor(tools: WalkTools, query: ProductQuery, wanted: Wanted, options: WalkOptions): Promise<Bulk<ExportProduct> | null> {
  const { client } = tools
  const { signal, after, onProvisional, operation: memory } = options
  const search = searchText(query)
  if (search === null) return null
  const longestMs = await worthBulkMs(tools, options, pagingOf(wanted), () => countShopifyProducts(client, query, signal))
  if (longestMs === null) return null
  const read = (lines: string) => exportShopifyProduct(productOf(lines, wanted, client.store), wanted)
  const begin = bulkBeginning(memory, after, (above) => bulkQuery(wanted, searchAbove(search, above)))
  return { ...tools, ...begin, longestMs, memory, read, signal, after, onProvisional }
}

/** Validates and completes the products of a page. `splice` empties the page, which stays in memory until the next one has arrived. */
async function wholeProducts(
  walk: Walk<ProductPageSizes>,
  wanted: Wanted,
  nodes: unknown[],
  signal: AbortSignal | undefined,
): Promise<ShopifyProduct[]> {
  const { client } = walk
  const read = allRows(client.store, shopifyProduct, nodes.splice(0))
  const { cut, products } = await completeAll(client, read, wanted, { patience: patience.export, signal })
  if (cut > read.length * CUT_SHARE && walk.size.variantsFirst < deep.variantsFirst) walk.size = affordable(deep, costIn(wanted))
  return products
}

/** Complete products in ascending id order. */
export async function* walkShopifyProducts(
  tools: WalkTools,
  selection: ProductSelection,
  columns: readonly ProductColumn[],
  options: WalkOptions = {},
): AsyncGenerator<ExportProduct> {
  const wanted = await wantedFor(columns, tools.insight, options.signal)
  const bulk = 'query' in selection ? await bulkFor(tools, selection.query, wanted, options) : null
  const pages = () => productsOfPages(tools.client, selection, wanted, options)
  yield* bulk ? bulkItems(bulk, pages) : pages()
}

async function* productsOfPages(
  client: ShopifyClient,
  selection: ProductSelection,
  wanted: Wanted,
  { signal, atMost = Number.POSITIVE_INFINITY, after, onPage }: WalkOptions,
): AsyncGenerator<ExportProduct> {
  const { parts, documents, ofVariants, ofProducts, metafields } = wanted
  const costOf = costIn(wanted)
  const kind = { root: 'products', page: documents.page, byIds: documents.byIds, gid: productGid } as const
  const walk: Walk<ProductPageSizes> = {
    client,
    kind,
    variables: { ...parts, ...ofVariants, ...ofProducts, metafieldKeys: metafields },
    size: affordable(wide, costOf),
    costOf,
    atMost,
  }
  const inOrder = ascending(client.store, after)
  const first = 'ids' in selection ? shopifyPagesByIds(walk, selection.ids, after) : pagesByQuery(walk, searchText(selection.query), after)
  for await (const { nodes } of ahead(first, signal)) {
    const products = await wholeProducts(walk, wanted, nodes, signal)
    inOrder(products.map(({ legacyResourceId }) => legacyResourceId))
    for (const product of drained(products)) yield exportShopifyProduct(product, wanted)
    await onPage?.()
  }
}
