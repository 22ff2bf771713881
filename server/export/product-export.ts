import { messages } from '#shared/messages.ts'
import type { ProductExportRequest } from '#shared/export.ts'
import type { JobCounts, Receipt } from '#shared/jobs.ts'
import { traits } from '#shared/platforms.ts'
import type { Deps } from '#server/deps.ts'
import type { Reached, Source } from '#server/export/engine.ts'
import { productRows } from '#server/export/product-rows.ts'
import type { OnWait } from '#server/platforms/http.ts'
import type { ExportProduct, ProductSelection, Shop } from '#server/platforms/port.ts'
import { toQuery } from '#server/products/query.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'

const idsNamed = 20

/** An export of a store's products, ready to be walked. */
export type ProductExport = { store: StoreRow; request: ProductExportRequest; shop: Shop; selection: ProductSelection }

/** How many products there are to export; `matched` null: the platform cannot count them. `unknown`: chosen ones that it does not have. */
export type Forecast = { matched: number | null; unknown: readonly string[] }

/** Throws INVALID_INPUT for filters that the platform does not have. */
export function productExport(deps: Deps, store: StoreRow, request: ProductExportRequest, onWait?: OnWait): ProductExport {
  const { productIds, config } = request
  const selection = productIds ? { ids: productIds } : { query: toQuery(store, config.filter) }
  return { store, request, shop: shopOf(deps, store, onWait), selection }
}

export async function forecast({ shop, selection }: ProductExport, signal: AbortSignal): Promise<Forecast> {
  if ('query' in selection) return { matched: await shop.countProducts(selection.query, { signal }), unknown: [] }
  const existing = await shop.existingProducts(selection.ids, { signal })
  return { matched: existing.size, unknown: selection.ids.filter((id) => !existing.has(id)) }
}

export function sourceOf({ shop, selection, request }: ProductExport, signal: AbortSignal): Source<ExportProduct> {
  const { fields, maxItemsPerFile: most, rowsPerProduct } = request.config
  const items = ({ after, items: done }: Reached) =>
    shop.walkProducts(selection, fields, { signal, atMost: most - done, ...(after === null ? {} : { after }) })
  return { most, items, rowsOf: productRows(fields, rowsPerProduct) }
}

/** What can be told before the first row: what will be cut, not found, or empty. */
export function knownLimits({ store, request }: ProductExport, { matched, unknown }: Forecast): string[] {
  const { label, lacks } = traits[store.platform]
  const { fields, maxItemsPerFile } = request.config
  const lacking = fields.filter((field) => lacks.includes(field))
  return [
    ...(unknown.length > 0 ? [messages.export.unknownIds(unknown.slice(0, idsNamed), unknown.length)] : []),
    ...(matched !== null && matched > maxItemsPerFile ? [messages.export.cut(maxItemsPerFile, matched)] : []),
    ...(lacking.length > 0 ? [messages.export.columnsLacking(label, lacking)] : []),
  ]
}

/** How many were to come and how many came, where these differ; the shop is asked again, because it may have changed on the way. */
export async function disagreement(plan: ProductExport, { matched }: Forecast, { items }: Reached, signal: AbortSignal) {
  const most = plan.request.config.maxItemsPerFile
  if (matched === null || items === Math.min(matched, most)) return null
  const now = (await forecast(plan, signal)).matched ?? matched
  return {
    isShort: items < Math.min(now, most),
    message: messages.export.countsDiffer(items, Math.min(matched, most), Math.min(now, most)),
  }
}

function skippedOf({ request }: ProductExport, { matched, unknown }: Forecast) {
  const over = Math.max(0, (matched ?? 0) - request.config.maxItemsPerFile)
  return [
    ...(over > 0 ? [{ reason: messages.export.overLimit, count: over }] : []),
    ...(unknown.length > 0 ? [{ reason: messages.export.notInStore, count: unknown.length }] : []),
  ]
}

/** Ids only ever ascend, so every item that came is another one. */
export function countsOf(plan: ProductExport, seen: Forecast, { items, rows }: Reached): JobCounts {
  const skipped = skippedOf(plan, seen).reduce((sum, { count }) => sum + count, 0)
  return { expected: seen.matched, fetched: items, written: rows, distinct: items, skipped }
}

export function receiptOf(
  plan: ProductExport,
  seen: Forecast,
  reached: Reached,
  { startedAt, finishedAt, sha256 }: { startedAt: Date; finishedAt: Date; sha256: string | null },
): Receipt {
  const { store, request } = plan
  const { config, productIds } = request
  return {
    columns: [...config.fields],
    filter: productIds ? { productIds } : { ...config.filter },
    limit: config.maxItemsPerFile,
    isLimitHit: seen.matched !== null && seen.matched > config.maxItemsPerFile,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    sha256,
    stores: [{ storeId: store.id, storeName: store.name, ...countsOf(plan, seen, reached), skipped: skippedOf(plan, seen), scopeGaps: [] }],
  }
}

/** Sentences as one warning; `null` where there is nothing to say. */
export const warningOf = (sentences: readonly string[]): string | null => (sentences.length > 0 ? sentences.join('. ') : null)

export const fileNameOf = (createdAt: Date): string => `products_export_${createdAt.toISOString().slice(0, 10)}.csv`
