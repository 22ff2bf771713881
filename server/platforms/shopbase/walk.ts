import type { ProductField } from '#shared/product-fields.ts'
import { ahead, drained, type Step } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import { chunksOf, sortedIds } from '#server/platforms/ids.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { ExportProduct, ProductQuery, ProductSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopbase/client.ts'
import { collectionTitles } from '#server/platforms/shopbase/collections.ts'
import { exportProduct } from '#server/platforms/shopbase/export-map.ts'
import { ascendingIds, filtersOf, matchesNothing, PAGE_LIMIT } from '#server/platforms/shopbase/products.ts'
import { OutlineProduct, PageOutline, WireProducts } from '#server/platforms/shopbase/wire.ts'

/** A page whose products nobody has looked at yet. */
type RawPage = { products: unknown[]; next: Step<RawPage> | null }

/** The next page begins above the last id; a page that is not full is the last. */
function pagesByQuery(client: Client, query: ProductQuery, atMost: number, after?: string): Step<RawPage> | null {
  const filters = { ...filtersOf(query), ...ascendingIds }
  const page = (since: string | undefined, read: number): Step<RawPage> => {
    return async (signal) => {
      const limit = Math.min(PAGE_LIMIT, atMost - read)
      const pace = { patience: patience.export, signal }
      const { products } = await client.get('products', PageOutline, { ...filters, since_id: since, limit }, pace)
      const readNow = read + products.length
      if (products.length < limit || readNow >= atMost) return { products, next: null }
      const last = parseAnswer(OutlineProduct, products.at(-1), client.store).id
      return { products, next: page(last, readNow) }
    }
  }
  return matchesNothing(query) ? null : page(after, 0)
}

function pagesByIds(client: Client, ids: readonly string[], atMost: number, after?: string): Step<RawPage> | null {
  const chunks = chunksOf(sortedIds(ids, after).slice(0, atMost))
  const page = (index: number): Step<RawPage> | null => {
    const chunk = chunks[index]
    if (!chunk) return null
    return async (signal) => {
      const parameters = { ...ascendingIds, ids: chunk.join(','), limit: PAGE_LIMIT }
      const { products } = await client.get('products', PageOutline, parameters, { patience: patience.export, signal })
      return { products, next: page(index + 1) }
    }
  }
  return page(0)
}

/** Whole products in ascending id order. ShopBase sends all of a product at once, whatever the fields are. */
export async function* walkProducts(
  client: Client,
  selection: ProductSelection,
  fields: readonly ProductField[],
  { signal, atMost = Number.POSITIVE_INFINITY, after }: WalkOptions = {},
): AsyncGenerator<ExportProduct> {
  const first = 'ids' in selection ? pagesByIds(client, selection.ids, atMost, after) : pagesByQuery(client, selection.query, atMost, after)
  const asksTitles = first !== null && fields.includes('Categories')
  const titles = asksTitles ? await collectionTitles(client, { patience: patience.export, signal }) : new Map<string, string>()
  const inOrder = ascending(client.store, after)
  for await (const { products } of ahead(first, signal)) {
    const page = parseAnswer(WireProducts, products.splice(0), client.store)
    inOrder(page.map(({ id }) => id))
    for (const product of drained(page)) yield exportProduct(product, titles)
  }
}
