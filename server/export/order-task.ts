import { messages } from '#shared/messages.ts'
import type { OrderExportRequest } from '#shared/order-export.ts'
import { traits } from '#shared/platforms.ts'
import { missedColumns } from '#shared/templates.ts'
import type { Deps } from '#server/deps.ts'
import { goneIds } from '#server/export/changes/gone.ts'
import { namingOf } from '#server/export/changes/naming.ts'
import { withChangedSince } from '#server/export/changes/since.ts'
import { orderKinds } from '#server/export/column-kinds.ts'
import type { Item, Source } from '#server/export/engine.ts'
import { orderHeader, orderRows } from '#server/export/order-rows.ts'
import { deliveryOf, keptRequest } from '#server/export/delivery-request.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import { keyReach } from '#shared/sheet-keys.ts'
import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import { sheetTargetOf } from '#server/export/sheet-target.ts'
import type { ExportOutput, Estimate, ExportTask, Forecast, Plan, StorePart, SourceReading, TaskSummary } from '#server/export/task.ts'
import { canSearch, toOrderQuery } from '#server/orders/query.ts'
import type { OrderSelection, Shop } from '#server/platforms/port.ts'
import { shopOf, type ShopWaiting, type StoreRow } from '#server/stores/service.ts'

/** The name of the rows. It begins the sheet names of order exports. */
const title = 'Orders'
const type = 'order_export'

/** The content of the rows, for every destination. */
export type OrderAsked = Pick<OrderExportRequest, 'storeIds' | 'columns' | 'orderIds' | 'filters' | 'layout' | 'timezone'>

/** The store and the number of a selected order. The store is the only one where the id has just the number. */
function placed(name: string, storeIds: readonly string[]): { storeId: string | undefined; id: string } {
  const [id = '', storeId = storeIds[0]] = name.split(':').toReversed()
  return { storeId, id }
}

/** The orders of a store. `null`: the platform does not support the search, and the list shows no orders either. */
function selectionOf(store: StoreRow, { orderIds, filters, storeIds }: OrderAsked): OrderSelection | null {
  if (orderIds)
    return { ids: orderIds.map((name) => placed(name, storeIds)).flatMap(({ storeId, id }) => (storeId === store.id ? id : [])) }
  return canSearch(store.platform, filters.search) ? { query: toOrderQuery(store, filters) } : null
}

async function forecast(shop: Shop, selection: OrderSelection | null, { columns }: OrderAsked, signal: AbortSignal): Promise<Forecast> {
  if (!selection) return { matched: 0, unknown: [], gaps: [] }
  const unseen = async () => {
    const [seesAll] = await Promise.all([shop.seesAllOrders({ signal }), shop.inspectOrders(columns, { signal })])
    return seesAll ? [] : [messages.stores.onlyRecentOrders]
  }
  if ('query' in selection) {
    const [matched, gaps] = await Promise.all([shop.countOrders(selection.query, { signal }), unseen()])
    return { matched, unknown: [], gaps: [...gaps, ...shop.notices()] }
  }
  const [existing, gaps] = await Promise.all([shop.existingOrders(selection.ids, { signal }), unseen()])
  const unknown = selection.ids.filter((id) => !existing.has(id))
  return { matched: existing.size, unknown, gaps: [...gaps, ...shop.notices()] }
}

async function estimate(shop: Shop, selection: OrderSelection | null, { columns }: OrderAsked, signal: AbortSignal): Promise<Estimate> {
  if (!selection) return { items: 0, ms: 0 }
  const items = 'ids' in selection ? selection.ids.length : await shop.countOrders(selection.query, { signal })
  return { items, ms: items === null ? null : shop.ordersMs(items, columns) }
}

type Sought = { shop: Shop; store: StoreRow; selection: OrderSelection | null; asked: OrderAsked }

function sourceOf({ shop, store, selection, asked }: Sought, signal: AbortSignal, walking: SourceReading): Source {
  const { columns, layout, timezone = store.timezone } = asked
  const rowsOf = orderRows(columns, layout, { ...store, timezone })
  return {
    max: Number.POSITIVE_INFINITY,
    async *items(after, atMost, hooks): AsyncGenerator<Item> {
      if (!selection) return
      const orders = shop.walkOrders(selection, columns, {
        ...walking,
        ...hooks,
        signal,
        atMost,
        ...(after === null ? {} : { after }),
      })
      for await (const order of orders) yield { id: order.platformOrderId, rows: rowsOf(order) }
    },
  }
}

function shareOf(deps: Deps, store: StoreRow, asked: OrderAsked, waiting?: ShopWaiting): StorePart {
  const shop = shopOf(deps, store, waiting)
  const selection = selectionOf(store, asked)
  return {
    store,
    max: Number.POSITIVE_INFINITY,
    forecast: (signal) => forecast(shop, selection, asked, signal),
    estimate: (signal) => estimate(shop, selection, asked, signal),
    notices: () => shop.notices(),
    source: (signal, walking = {}) => sourceOf({ shop, store, selection, asked }, signal, walking),
    gone: async (ids, signal) =>
      (await shop.seesAllOrders({ signal })) ? goneIds(ids, (some) => shop.existingOrders(some, { signal })) : null,
  }
}

/** The features that the stores' platforms lack, each once. */
function notesOf(stores: readonly StoreRow[], { columns, filters, orderIds }: OrderAsked): string[] {
  return [...new Set(stores.map(({ platform }) => platform))].flatMap((platform) => {
    const { label } = traits[platform]
    const lacking = missedColumns(platform, 'order', columns)
    return [
      ...(orderIds || canSearch(platform, filters.search) ? [] : [messages.orders.emailOnly(label)]),
      ...(lacking.length > 0 ? [messages.export.columnsLacking(label, orderHeader(lacking))] : []),
    ]
  })
}

/** The stores one after another, each with its own currency and, by default, its own time zone. */
export function orderPlan(deps: Deps, stores: readonly StoreRow[], asked: OrderAsked, waiting?: ShopWaiting): Plan {
  const { orderIds, storeIds, filters } = asked
  const isOutside = (name: string) => !storeIds.some((storeId) => storeId === placed(name, storeIds).storeId)
  return {
    heading: () => Promise.resolve({ columns: orderHeader(asked.columns), kinds: asked.columns.map((column) => orderKinds[column]) }),
    noun: 'orders',
    filter: orderIds ? { orderIds } : { ...filters },
    timezone: asked.timezone ?? null,
    limit: null,
    parts: stores.map((store) => shareOf(deps, store, asked, waiting)),
    notes: notesOf(stores, asked),
    outside: orderIds?.filter(isOutside) ?? [],
    naming: namingOf(type, asked.columns),
  }
}

/** Throws INVALID_INPUT where rows of a sheet cannot be found by the key. */
function destinationOf({ url, csv, format, sheet, sheetDates, columns, storeIds }: OrderExportRequest): ExportOutput {
  // With any other key, the order of one store would overwrite that of another one, now or later.
  const key = sheet?.mode === 'update' ? sheet.key : null
  if (key && storeIds.length > 1 && keyReach(type, key) !== 'everywhere') refuseField('sheet.key', sheetUpdateMessages.keyOfSeveralStores)
  return {
    csv,
    format,
    title,
    sheet: sheetTargetOf({ url, sheet, prefix: title, dates: sheetDates, columns }),
    fileName: (createdAt) => `orders-export-${createdAt.getTime()}`,
  }
}

function askedOf({ columns, filters, orderIds, url, format }: OrderExportRequest): TaskSummary {
  return {
    columns,
    filter: filters,
    selected: orderIds?.length ?? null,
    limit: null,
    sheetUrl: url || null,
    format: url === '' ? format : null,
  }
}

/** An export of the orders of one or several stores. */
export function orderTask(request: OrderExportRequest): ExportTask {
  return {
    type,
    payload: request,
    asked: askedOf(request),
    storeIds: request.storeIds,
    destination: destinationOf(request),
    delivery: deliveryOf(request, request.url),
    sheetWriting: request.sheet ?? null,
    changedSince: (time) => orderTask({ ...request, filters: withChangedSince(request.filters, time) }),
    toSheet: (url) => orderTask({ ...keptRequest(request), url }),
    plan: (deps, stores, waiting) => orderPlan(deps, stores, request, waiting),
  }
}
