import type { ProductField } from '#shared/product-fields.ts'
import { ahead, drained } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { ExportProduct, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { completeAll } from '#server/platforms/shopify/complete.ts'
import { exportProduct } from '#server/platforms/shopify/export-map.ts'
import { pagesByIds, pagesByQuery, type Walk } from '#server/platforms/shopify/export-pages.ts'
import { deep, partsFor, wide } from '#server/platforms/shopify/export-parts.ts'
import { WireProducts, type WireProduct } from '#server/platforms/shopify/export-wire.ts'

/** Where more of a page's products than this had to be completed one by one, deeper pages are the shorter way. */
const CUT_SHARE = 0.1

/** A page's products, looked at and completed. They are taken out of the page, which is held on to until the next one has come. */
async function wholeProducts(walk: Walk, nodes: unknown[], signal: AbortSignal | undefined): Promise<WireProduct[]> {
  const { client, parts } = walk
  const read = parseAnswer(WireProducts, nodes.splice(0), client.store)
  const { cut, products } = await completeAll(client, read, parts, { patience: patience.export, signal })
  if (cut > read.length * CUT_SHARE && walk.size === wide) walk.size = deep
  return products
}

/** Whole products in ascending id order. */
export async function* walkProducts(
  client: Client,
  selection: ProductSelection,
  fields: readonly ProductField[],
  { signal, atMost = Number.POSITIVE_INFINITY }: WalkOptions = {},
): AsyncGenerator<ExportProduct> {
  const walk: Walk = { client, parts: partsFor(fields), size: wide, atMost }
  const inOrder = ascending(client.store)
  const first = 'ids' in selection ? pagesByIds(walk, selection.ids) : pagesByQuery(walk, selection.query)
  for await (const { nodes } of ahead(first, signal)) {
    const products = await wholeProducts(walk, nodes, signal)
    inOrder(products.map(({ legacyResourceId }) => legacyResourceId))
    for (const product of drained(products)) yield exportProduct(product)
  }
}
