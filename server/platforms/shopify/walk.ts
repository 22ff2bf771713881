import type { ProductField } from '#shared/product-fields.ts'
import { ahead, drained } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { ExportProduct, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { completeAll } from '#server/platforms/shopify/complete.ts'
import { exportProduct } from '#server/platforms/shopify/export-map.ts'
import { exportByIds, exportPage } from '#server/platforms/shopify/export-documents.ts'
import { pagesByIds, pagesByQuery, type Kind, type Walk } from '#server/platforms/shopify/export-pages.ts'
import { deep, partsFor, wide, type PageSize, type Parts } from '#server/platforms/shopify/export-parts.ts'
import { WireProducts, type WireProduct } from '#server/platforms/shopify/export-wire.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { searchText } from '#server/platforms/shopify/search.ts'

/** Where more of a page's products than this had to be completed one by one, deeper pages are the shorter way. */
const CUT_SHARE = 0.1

const kind: Kind = { root: 'products', page: exportPage, byIds: exportByIds, gid: productGid }

type ProductWalk = Walk<PageSize> & { variables: Parts }

/** A page's products, looked at and completed. They are taken out of the page, which is held on to until the next one has come. */
async function wholeProducts(walk: ProductWalk, nodes: unknown[], signal: AbortSignal | undefined): Promise<WireProduct[]> {
  const { client, variables: parts } = walk
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
  const walk: ProductWalk = { client, kind, variables: partsFor(fields), size: wide, atMost }
  const inOrder = ascending(client.store)
  const first = 'ids' in selection ? pagesByIds(walk, selection.ids) : pagesByQuery(walk, (above) => searchText(selection.query, above))
  for await (const { nodes } of ahead(first, signal)) {
    const products = await wholeProducts(walk, nodes, signal)
    inOrder(products.map(({ legacyResourceId }) => legacyResourceId))
    for (const product of drained(products)) yield exportProduct(product)
  }
}
