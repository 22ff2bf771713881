import { AppError } from '#shared/errors.ts'
import type { ProductExportRequest } from '#shared/export.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import { Download } from '#server/download.ts'
import type { Deps } from '#server/deps.ts'
import { csvWriter } from '#server/export/csv.ts'
import { productRows } from '#server/export/product-rows.ts'
import { take, type Tally } from '#server/export/product-walk.ts'
import type { ExportProduct, ProductSelection, Shop } from '#server/platforms/port.ts'
import { toQuery } from '#server/products/query.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'

const chunkBytes = 64 * 1024
const idsNamed = 20

const ascending = (ids: readonly string[]) => ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))

function selectionOf(store: StoreRow, { productIds, config }: ProductExportRequest): ProductSelection {
  return productIds ? { ids: ascending(productIds) } : { query: toQuery(store, config.filter) }
}

/** How many products there are to export and what to tell about it before the first byte. `matched` null: the platform cannot count them. */
type Forecast = { matched: number | null; notes: string[] }

async function forecast(shop: Shop, selection: ProductSelection, signal: AbortSignal): Promise<Forecast> {
  if ('query' in selection) return { matched: await shop.countProducts(selection.query, { signal }), notes: [] }
  const existing = await shop.existingProducts(selection.ids, { signal })
  const unknown = selection.ids.filter((id) => !existing.has(id))
  return {
    matched: existing.size,
    notes: unknown.length > 0 ? [messages.export.unknownIds(unknown.slice(0, idsNamed), unknown.length)] : [],
  }
}

function warningOf(store: StoreRow, { config }: ProductExportRequest, { matched, notes }: Forecast): string | null {
  const { label, lacks } = traits[store.platform]
  const lacking = config.fields.filter((field) => lacks.includes(field))
  const all = [
    ...notes,
    ...(matched !== null && matched > config.maxItemsPerFile ? [messages.export.cut(config.maxItemsPerFile, matched)] : []),
    ...(lacking.length > 0 ? [messages.export.columnsLacking(label, lacking)] : []),
  ]
  return all.length > 0 ? all.join('. ') : null
}

async function* rejoin<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** The file in chunks of a size that is worth sending. */
async function* encode(products: AsyncIterable<ExportProduct>, { config, csv }: ProductExportRequest): AsyncGenerator<Buffer> {
  const writer = csvWriter(csv)
  const rowsOf = productRows(config.fields, config.rowsPerProduct)
  let pieces = [Buffer.from(writer.start(config.fields))]
  let bytes = 0
  for await (const product of products) {
    // Bytes are made product by product: one letter beyond Latin-1 slows the encoding of all the text that it stands in.
    const piece = Buffer.from(rowsOf(product).map(writer.row).join(''))
    pieces.push(piece)
    bytes += piece.length
    if (bytes < chunkBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  yield Buffer.concat(pieces)
}

/** Throws, and so breaks the transfer, where fewer products came than the shop still counts: a short file must not pass for a whole one. */
async function assertWhole(
  shop: Shop,
  selection: ProductSelection,
  { matched }: Forecast,
  most: number,
  tally: Tally,
  signal: AbortSignal,
) {
  if (matched === null || tally.products >= Math.min(matched, most)) return
  const now = await forecast(shop, selection, signal)
  if (tally.products < Math.min(now.matched ?? 0, most))
    throw new AppError('STORE_ANSWER_INVALID', `Only ${tally.products} of ${now.matched} products arrived.`)
}

/**
 * The CSV of a store's products as a stream: the first page is fetched before this returns, so that a shop that refuses is
 * answered with an error and not with half a file. Hanging up (`signal`, or closing the body) stops the calls to the shop.
 */
export async function productsCsv(deps: Deps, store: StoreRow, request: ProductExportRequest, signal: AbortSignal): Promise<Download> {
  const stop = new AbortController()
  const until = AbortSignal.any([signal, stop.signal])
  const shop = shopOf(deps, store)
  const selection = selectionOf(store, request)
  const products = shop.walkProducts(selection, request.config.fields, { signal: until, atMost: request.config.maxItemsPerFile })
  const [first, expected] = await Promise.all([products.next(), forecast(shop, selection, until)]).catch((error: unknown) => {
    stop.abort()
    throw error
  })
  async function* body() {
    const tally: Tally = { products: 0 }
    try {
      yield* encode(take(rejoin(first, products), request.config.maxItemsPerFile, tally), request)
      await assertWhole(shop, selection, expected, request.config.maxItemsPerFile, tally, until)
    } finally {
      stop.abort()
      await products.return(undefined)
    }
  }
  const day = new Date(deps.now()).toISOString().slice(0, 10)
  return new Download(`products_export_${day}.csv`, body(), warningOf(store, request, expected))
}
