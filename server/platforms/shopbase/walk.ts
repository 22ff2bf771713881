import type { ProductColumn } from '#shared/product-fields.ts'
import { ahead, drained, type PageStep } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import type { ExportProduct, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { collectionTitles } from '#server/platforms/shopbase/collections.ts'
import { exportShopbaseProduct } from '#server/platforms/shopbase/export-map.ts'
import { pagesByFilters, shopbasePagesByIds, type RawPage } from '#server/platforms/shopbase/pages.ts'
import { filtersOf, matchesNothing } from '#server/platforms/shopbase/products.ts'
import { allRows } from '#server/platforms/rows.ts'
import { shopbaseProduct } from '#server/platforms/shopbase/wire.ts'

function pagesOf(client: ShopbaseClient, selection: ProductSelection, atMost: number, after?: string): PageStep<RawPage> | null {
  if ('ids' in selection) return shopbasePagesByIds(client, 'products', selection.ids, {}, atMost, after)
  return matchesNothing(selection.query) ? null : pagesByFilters(client, 'products', filtersOf(selection.query), atMost, after)
}

/** Complete products in ascending id order. ShopBase always sends all parts of a product, whichever columns are requested. */
export async function* walkShopbaseProducts(
  client: ShopbaseClient,
  selection: ProductSelection,
  columns: readonly ProductColumn[],
  { signal, atMost = Number.POSITIVE_INFINITY, after, onPage }: WalkOptions = {},
): AsyncGenerator<ExportProduct> {
  const first = pagesOf(client, selection, atMost, after)
  const asksTitles = first !== null && columns.includes('Categories')
  const titles = asksTitles ? await collectionTitles(client, { patience: patience.export, signal }) : new Map<string, string>()
  const inOrder = ascending(client.store, after)
  for await (const { rows } of ahead(first, signal)) {
    const page = allRows(client.store, shopbaseProduct, rows.splice(0))
    inOrder(page.map(({ id }) => id))
    for (const product of drained(page)) yield exportShopbaseProduct(product, titles)
    await onPage?.()
  }
}
