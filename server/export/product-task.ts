import type { ProductExportRequest } from '#shared/export.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import { missedColumns } from '#shared/templates.ts'
import type { Deps } from '#server/deps.ts'
import { goneIds } from '#server/export/changes/gone.ts'
import { namingOf } from '#server/export/changes/naming.ts'
import { withChangedSince } from '#server/export/changes/since.ts'
import type { Item, Source } from '#server/export/engine.ts'
import { deliveryOf, keptRequest } from '#server/export/delivery-request.ts'
import { productHeading, undefinedIn } from '#server/export/product-heading.ts'
import { productRows } from '#server/export/product-rows.ts'
import { sheetTargetOf } from '#server/export/sheet-target.ts'
import type { ExportOutput, Estimate, ExportTask, Forecast, Plan, StorePart, SourceReading, TaskSummary } from '#server/export/task.ts'
import type { ProductSelection, Shop } from '#server/platforms/port.ts'
import { toQuery } from '#server/products/query.ts'
import { shopOf, type ShopWaiting, type StoreRow } from '#server/stores/service.ts'

/** The name of the rows. It begins the sheet names of product exports. */
const title = 'Products'
const type = 'product_export'

type Sought = { shop: Shop; store: StoreRow; selection: ProductSelection; request: ProductExportRequest }

async function matching(shop: Shop, selection: ProductSelection, signal: AbortSignal): Promise<Omit<Forecast, 'gaps'>> {
  if ('query' in selection) return { matched: await shop.countProducts(selection.query, { signal }), unknown: [] }
  const existing = await shop.existingProducts(selection.ids, { signal })
  return { matched: existing.size, unknown: selection.ids.filter((id) => !existing.has(id)) }
}

async function forecast({ shop, store, selection, request }: Sought, signal: AbortSignal): Promise<Forecast> {
  const { fields: columns } = request.config
  const [matched, hidden, unknown] = await Promise.all([
    matching(shop, selection, signal),
    shop.hiddenFields(columns, { signal }),
    undefinedIn(shop, store, columns, signal),
  ])
  return { ...matched, gaps: [...(hidden.length > 0 ? [messages.export.columnsHidden(hidden)] : []), ...unknown, ...shop.notices()] }
}

async function estimate(shop: Shop, selection: ProductSelection, { config }: ProductExportRequest, signal: AbortSignal): Promise<Estimate> {
  const matched = 'ids' in selection ? selection.ids.length : await shop.countProducts(selection.query, { signal })
  if (matched === null) return { items: null, ms: null }
  const items = Math.min(matched, config.maxItemsPerFile)
  return { items, ms: await shop.productsMs(items, config.fields, { signal }) }
}

function sourceOf({ shop, store, selection, request: { config } }: Sought, signal: AbortSignal, walking: SourceReading): Source {
  const { fields, maxItemsPerFile: max, rowsPerProduct } = config
  const rowsOf = productRows(fields, rowsPerProduct, store.currency)
  return {
    max,
    async *items(after, atMost, hooks): AsyncGenerator<Item> {
      const products = shop.walkProducts(selection, fields, {
        ...walking,
        ...hooks,
        signal,
        atMost,
        ...(after === null ? {} : { after }),
      })
      for await (const product of products) yield { id: product.id, rows: rowsOf(product) }
    },
  }
}

function shareOf(shop: Shop, store: StoreRow, request: ProductExportRequest): StorePart {
  const { productIds, config } = request
  const selection = productIds ? { ids: productIds } : { query: toQuery(store, config.filter) }
  return {
    store,
    max: config.maxItemsPerFile,
    forecast: (signal) => forecast({ shop, store, selection, request }, signal),
    estimate: (signal) => estimate(shop, selection, request, signal),
    notices: () => shop.notices(),
    source: (signal, walking = {}) => sourceOf({ shop, store, selection, request }, signal, walking),
    gone: (ids, signal) => goneIds(ids, (some) => shop.existingProducts(some, { signal })),
  }
}

function planOf(deps: Deps, stores: readonly StoreRow[], request: ProductExportRequest, waiting?: ShopWaiting): Plan {
  const { config, productIds } = request
  const asked = stores.map((store) => ({ store, shop: shopOf(deps, store, waiting) }))
  const lacking = stores.flatMap(({ platform }) => {
    const { label } = traits[platform]
    const columns = missedColumns(platform, 'product', config.fields)
    return columns.length > 0 ? [messages.export.columnsLacking(label, columns)] : []
  })
  return {
    heading: (signal) =>
      productHeading(
        asked.map(({ shop }) => shop),
        request,
        signal,
      ),
    noun: 'products',
    filter: productIds ? { productIds } : { ...config.filter },
    timezone: null,
    limit: config.maxItemsPerFile,
    parts: asked.map(({ store, shop }) => shareOf(shop, store, request)),
    notes: lacking,
    outside: [],
    naming: namingOf(type, config.fields),
  }
}

function destinationOf({ config, csv, format, sheet }: ProductExportRequest): ExportOutput {
  return {
    csv,
    format,
    title,
    sheet: sheetTargetOf({ url: config.sheetExport, sheet, prefix: title, dates: 'text', columns: config.fields }),
    fileName: (createdAt) => `products_export_${createdAt.toISOString().slice(0, 10)}`,
  }
}

function askedOf({ config, productIds, format }: ProductExportRequest): TaskSummary {
  const { fields: columns, filter, maxItemsPerFile: limit, sheetExport } = config
  return {
    columns,
    filter: productIds ? {} : filter,
    selected: productIds?.length ?? null,
    limit,
    sheetUrl: sheetExport || null,
    format: sheetExport === '' ? format : null,
  }
}

const unlimited = { maxItemsPerFile: Number.POSITIVE_INFINITY }

/** An export of a store's products. */
export function productTask(request: ProductExportRequest): ExportTask {
  const { config } = request
  return {
    type,
    payload: request,
    asked: askedOf(request),
    storeIds: [request.storeId],
    destination: destinationOf(request),
    delivery: deliveryOf(request, config.sheetExport),
    sheetWriting: request.sheet ?? null,
    changedSince: (time) => productTask({ ...request, config: { ...config, ...unlimited, filter: withChangedSince(config.filter, time) } }),
    toSheet: (url) => productTask({ ...keptRequest(request), config: { ...config, exportFormat: 'sheet', sheetExport: url } }),
    plan: (deps, stores, waiting) => planOf(deps, stores, request, waiting),
  }
}
