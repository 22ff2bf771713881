import type { ProductField } from '#shared/product-fields.ts'
import { ahead } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { ExportProduct, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { completeAll } from '#server/platforms/shopify/complete.ts'
import { exportProduct } from '#server/platforms/shopify/export-map.ts'
import { pagesByIds, pagesByQuery, type Walk } from '#server/platforms/shopify/export-pages.ts'
import { deep, partsFor, wide } from '#server/platforms/shopify/export-parts.ts'
import { WireProducts } from '#server/platforms/shopify/export-wire.ts'

/** Where more of a page's products than this had to be completed one by one, deeper pages are the shorter way. */
const CUT_SHARE = 0.1

/** Whole products in ascending id order, a page at a time. */
export async function* walkProducts(
  client: Client,
  selection: ProductSelection,
  fields: readonly ProductField[],
  { signal, atMost = Number.POSITIVE_INFINITY, after }: WalkOptions = {},
): AsyncGenerator<ExportProduct[]> {
  const walk: Walk = { client, parts: partsFor(fields), size: wide, atMost }
  const inOrder = ascending(client.store, after)
  const first = 'ids' in selection ? pagesByIds(walk, selection.ids, after) : pagesByQuery(walk, selection.query, after)
  for await (const { nodes } of ahead(first, signal)) {
    const read = parseAnswer(WireProducts, nodes, client.store)
    const { cut, products } = await completeAll(client, read, walk.parts, { patience: patience.export, signal })
    if (cut > read.length * CUT_SHARE && walk.size === wide) walk.size = deep
    const page = products.map(exportProduct)
    inOrder(page)
    yield page
  }
}
