import type { ProductField } from '#shared/product-fields.ts'
import { ahead, drained } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Log } from '#server/platforms/http.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { ExportProduct, ProductQuery, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { bulkProducts } from '#server/platforms/shopify/bulk-walk.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { completeAll } from '#server/platforms/shopify/complete.ts'
import { hiddenFields, type SeesCosts } from '#server/platforms/shopify/costs.ts'
import { exportProduct } from '#server/platforms/shopify/export-map.ts'
import { exportByIds, exportPage } from '#server/platforms/shopify/export-documents.ts'
import { pagesByIds, pagesByQuery, type Kind, type Walk } from '#server/platforms/shopify/export-pages.ts'
import { deep, partsFor, wide, type PageSize, type Parts } from '#server/platforms/shopify/export-parts.ts'
import { WireProducts, type WireProduct } from '#server/platforms/shopify/export-wire.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { countProducts } from '#server/platforms/shopify/products.ts'
import { searchText } from '#server/platforms/shopify/search.ts'

/** Where more of a page's products than this had to be completed one by one, deeper pages are the shorter way. */
const CUT_SHARE = 0.1

const kind: Kind = { root: 'products', page: exportPage, byIds: exportByIds, gid: productGid }

type ProductWalk = Walk<PageSize> & { variables: Parts }

/** From so many products on a bulk operation is the shorter way: pages of them would wait for the shop's cost bucket. */
export const BULK_FROM = 2_000

export type WalkTools = { client: Client; clock: Clock; log: Log; bulkFrom: number; seesCosts: SeesCosts }

/** The products of a bulk operation where that is worth it: where there are many products, and most of them are wanted. */
async function bulkFor(
  { client, clock, log, bulkFrom }: WalkTools,
  query: ProductQuery,
  parts: Parts,
  { signal, atMost = Number.POSITIVE_INFINITY, after }: WalkOptions,
) {
  if (atMost < bulkFrom || bulkFrom === Number.POSITIVE_INFINITY) return null
  const count = await countProducts(client, query, signal)
  if (count < bulkFrom || count > 2 * atMost) return null
  return bulkProducts({ client, clock, log, parts, signal, after }, searchText(query, after))
}

/** A page's products, looked at and completed. They are taken out of the page, which is held on to until the next one has come. */
async function wholeProducts(walk: ProductWalk, nodes: unknown[], signal: AbortSignal | undefined): Promise<WireProduct[]> {
  const { client, variables: parts } = walk
  const read = parseAnswer(WireProducts, nodes.splice(0), client.store)
  const { cut, products } = await completeAll(client, read, parts, { patience: patience.export, signal })
  if (cut > read.length * CUT_SHARE && walk.size === wide) walk.size = deep
  return products
}

/** The parts that the fields are made of and that the shop shows. */
async function partsShown({ seesCosts }: WalkTools, fields: readonly ProductField[], signal?: AbortSignal): Promise<Parts> {
  const hidden = await hiddenFields(fields, seesCosts, signal)
  return partsFor(fields.filter((field) => !hidden.includes(field)))
}

/** Whole products in ascending id order. */
export async function* walkProducts(
  tools: WalkTools,
  selection: ProductSelection,
  fields: readonly ProductField[],
  options: WalkOptions = {},
): AsyncGenerator<ExportProduct> {
  const parts = await partsShown(tools, fields, options.signal)
  const bulk = 'query' in selection ? await bulkFor(tools, selection.query, parts, options) : null
  yield* bulk ?? productsOfPages(tools.client, selection, parts, options)
}

async function* productsOfPages(
  client: Client,
  selection: ProductSelection,
  variables: Parts,
  { signal, atMost = Number.POSITIVE_INFINITY, after }: WalkOptions,
): AsyncGenerator<ExportProduct> {
  const walk: ProductWalk = { client, kind, variables, size: wide, atMost }
  const inOrder = ascending(client.store, after)
  const first =
    'ids' in selection ? pagesByIds(walk, selection.ids, after) : pagesByQuery(walk, (above) => searchText(selection.query, above), after)
  for await (const { nodes } of ahead(first, signal)) {
    const products = await wholeProducts(walk, nodes, signal)
    inOrder(products.map(({ legacyResourceId }) => legacyResourceId))
    for (const product of drained(products)) yield exportProduct(product)
  }
}
