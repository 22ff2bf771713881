import { describe, expect, test } from 'vitest'
import { exportFailure } from '#client/export/export-failure.ts'
import { idle, progressAfter } from '#client/export/progress.ts'
import type { SheetAccess } from '#client/export/sheet-check.ts'
import { validateSheetUrl } from '#client/export/sheet-check.ts'
import { orderCatalogue } from '#client/screens/orders/export/columns.ts'
import {
  begunWith,
  chosenColumns,
  isOrderJob,
  orderCountRequest,
  orderEstimateRequest,
  orderExportRequest,
  newOrderExport,
  OrderExportChoices,
  type OrderExportDraft,
} from '#client/screens/orders/export/draft.ts'
import { orderExportLike } from '#client/screens/orders/export/like.ts'
import { exportNotes } from '#client/screens/orders/export/notes.ts'
import { previewRequest, previewRows } from '#client/screens/orders/export/preview-request.ts'
import { orderExportFailure } from '#client/screens/orders/export/send.ts'
import { AppError } from '#shared/errors.ts'
import { defaultOrderColumns, furtherOrderColumns, orderColumns } from '#shared/order-columns.ts'
import { OrderExportRequest } from '#shared/order-export.ts'

const filters = { financialStatus: ['paid' as const] }
const none = { storeIds: ['north'], filters, selectedIds: [] }
const some = { storeIds: ['north', 'gifts'], filters, selectedIds: ['north:7', 'gifts:8', 'gifts:9'] }
const unknown: SheetAccess = { state: 'unknown' }
const url = 'https://docs.google.com/spreadsheets/d/abc/edit'

describe('the export call', () => {
  test('for all filtered orders sends stores, columns and filters', () => {
    expect(orderExportRequest({ ...newOrderExport(none), columns: ['total', 'orderName'] }, none, unknown)).toEqual({
      storeIds: ['north'],
      filters,
      columns: ['total', 'orderName'],
      layout: 'first-row',
    })
  })

  test('for selected orders sends them alone: with their stores, where there are several', () => {
    const request = orderExportRequest({ ...newOrderExport(some), layout: 'repeat' }, some, unknown)
    expect(request).toMatchObject({ storeIds: ['north', 'gifts'], orderIds: some.selectedIds, layout: 'repeat' })
    expect(request).not.toHaveProperty('filters')
    expect(() => OrderExportRequest.parse(request)).not.toThrow()
    expect(orderExportRequest({ ...newOrderExport(some), storeIds: ['gifts'] }, some, unknown)).toMatchObject({ orderIds: ['8', '9'] })
  })

  test('replaces the days of the filters by those of the dialog, and leaves them out with a selection', () => {
    const filtered = { ...none, filters: { ...filters, createdBefore: '2026-01-31' } }
    const draft = newOrderExport(filtered)
    expect(draft.days).toEqual({ from: undefined, to: '2026-01-31' })
    const day = { from: '2026-01-15', to: '2026-01-15' }
    const asked = { ...filters, createdAfter: '2026-01-15', createdBefore: '2026-01-15' }
    expect(orderExportRequest({ ...draft, days: day }, filtered, unknown)).toMatchObject({ filters: asked })
    expect(previewRequest({ ...draft, days: day }, filtered)).toMatchObject({ filters: asked })
    expect(orderCountRequest({ ...draft, days: day }, filtered)).toEqual({ storeIds: ['north'], ...asked })
    expect(orderExportRequest({ ...newOrderExport(some), days: day }, some, unknown)).not.toHaveProperty('filters')
  })

  test.each([
    ['A date is not complete: its year has four digits', { from: '0202-01-01', to: undefined }],
    ['The After date is after the Before date', { from: '2026-02-01', to: '2026-01-31' }],
  ])('says "%s", and neither starts nor counts nor previews', (message, days) => {
    const draft = { ...newOrderExport(none), days }
    expect(() => orderExportRequest(draft, none, unknown)).toThrow(message)
    expect(orderCountRequest(draft, none)).toBeNull()
    expect(previewRequest(draft, none)).toBeNull()
    expect(orderEstimateRequest(draft, none)).toBeNull()
  })

  test('starts on the selected orders, where there are any, with the default columns', () => {
    expect(newOrderExport(some)).toMatchObject({ mode: 'selected', storeIds: some.storeIds, columns: defaultOrderColumns })
    expect(newOrderExport(none).mode).toBe('all')
  })

  test.each<[string, Partial<OrderExportDraft>, SheetAccess]>([
    ['Please select at least one store', { storeIds: [], columns: [] }, unknown],
    ['Please select at least one column', { columns: [], mode: 'selected' }, unknown],
    ['Please select at least one order, or switch to "All Filtered Orders" mode', { mode: 'selected' }, unknown],
    ['Please enter a spreadsheet URL', { destination: 'sheet', sheetUrl: ' ' }, unknown],
    ['Please enter a valid spreadsheet URL with write permission', { destination: 'sheet', sheetUrl: url }, { state: 'checking' }],
    [
      'Please enter a valid spreadsheet URL with write permission',
      { destination: 'sheet', sheetUrl: url },
      { state: 'refused', lines: [] },
    ],
  ])('says "%s"', (message, change, access) => {
    expect(() => orderExportRequest({ ...newOrderExport(none), ...change }, none, access)).toThrow(message)
  })

  test('says how dates are written in a spreadsheet', () => {
    const draft = { ...newOrderExport(none), destination: 'sheet', sheetUrl: url } as const
    const access: SheetAccess = { state: 'accessible', lines: [] }
    expect(orderExportRequest(draft, none, access)).toMatchObject({ url, sheetDates: 'text' })
    expect(orderExportRequest({ ...draft, sheetDates: 'date' }, none, access)).toMatchObject({ url, sheetDates: 'date' })
  })

  test('asks how long one waits, wherever the rows go, where there are any', () => {
    const draft = newOrderExport(none)
    const asked = { storeIds: ['north'], filters, columns: defaultOrderColumns }
    expect(orderEstimateRequest(draft, none)).toEqual(asked)
    expect(orderEstimateRequest({ ...draft, destination: 'sheet' }, none)).toEqual(asked)
    for (const change of [{ inBackground: true }, { storeIds: [] }, { columns: [] }, { mode: 'selected' as const }])
      expect(orderEstimateRequest({ ...draft, ...change }, none)).toBeNull()
  })

  test('names the format of a file that is not CSV, which a job makes, and none of a sheet', () => {
    const draft = { ...newOrderExport(none), format: 'xlsx', sheetUrl: url } as const
    expect(orderExportRequest(draft, none, unknown)).toMatchObject({ format: 'xlsx' })
    expect(orderEstimateRequest(draft, none)).toBeNull()
    expect(isOrderJob(draft)).toBe(true)
    const sheet = { ...draft, destination: 'sheet' } as const
    expect(orderExportRequest(sheet, none, { state: 'accessible', lines: [] })).not.toHaveProperty('format')
    expect(isOrderJob(sheet)).toBe(false)
  })

  test('is for a CSV file where the choices kept of an earlier version name no format, and where CSV was asked for', () => {
    const { format: _format, ...kept } = newOrderExport(none)
    expect(OrderExportChoices.parse(kept)).toMatchObject({ format: 'csv' })
    expect(begunWith({ ...none, to: 'csv' }, { ...newOrderExport(none), destination: 'sheet', format: 'xlsx' })).toMatchObject({
      destination: 'csv',
      format: 'csv',
    })
  })

  test('of an earlier export keeps its format', () => {
    const request = OrderExportRequest.parse(orderExportRequest({ ...newOrderExport(none), format: 'jsonl' }, none, unknown))
    const like = orderExportLike({ type: 'order_export', request, inBackground: true })
    expect(orderExportRequest(like.draft, like.scope, unknown)).toMatchObject({ format: 'jsonl' })
  })

  test('takes only the selected orders of the chosen stores', () => {
    const draft = { ...newOrderExport(some), storeIds: ['north'] }
    expect(orderExportRequest(draft, some, unknown)).toMatchObject({ orderIds: ['7'] })
    const elsewhere = { ...some, selectedIds: ['gifts:8'] }
    expect(() => orderExportRequest(draft, elsewhere, unknown)).toThrow('Please select at least one order')
  })

  test('names the spreadsheet only where one is the destination', () => {
    const accessible: SheetAccess = { state: 'accessible', lines: [] }
    const draft = { ...newOrderExport(none), sheetUrl: ` ${url} ` }
    expect(orderExportRequest({ ...draft, destination: 'sheet' }, none, accessible)).toHaveProperty('url', url)
    expect(orderExportRequest(draft, none, accessible)).not.toHaveProperty('url')
  })
})

describe('columns', () => {
  test('are offered in 11 categories, all 61 of them, once each', () => {
    const categories = orderCatalogue.groups.slice(0, 11)
    expect(categories.flatMap(({ columns }) => columns).toSorted()).toEqual(orderColumns.toSorted())
    expect(orderColumns).toHaveLength(61)
  })

  test('further ones stand in a group below, and no button chooses them', () => {
    expect(orderCatalogue.groups.slice(11)).toEqual([{ title: 'More Columns', columns: furtherOrderColumns }])
    for (const chosen of [orderCatalogue.columns, orderCatalogue.defaults])
      expect(chosen.filter((column) => furtherOrderColumns.some((further) => further === column))).toEqual([])
  })

  test('of a template are taken in its order, without those that are no more', () => {
    expect(chosenColumns({ columns: ['total', 'gone', 'orderName'] })).toEqual(['total', 'orderName'])
  })

  test('that a platform of the chosen stores lacks are named by their labels', () => {
    const stores = [
      { id: 'north', platform: 'shopify' },
      { id: 'gifts', platform: 'shopbase' },
    ] as const
    const searched = { ...some, filters: { search: 'anna' } }
    const columns = ['orderName', 'paymentReference'] as const
    expect(exportNotes({ ...newOrderExport(some), columns }, some, stores)).toEqual(['Not available from ShopBase: Payment Reference'])
    expect(exportNotes({ ...newOrderExport(some), columns, storeIds: ['north'] }, some, stores)).toEqual([])
    expect(exportNotes({ ...newOrderExport(some), mode: 'all', columns: ['total'] }, searched, stores)).toEqual([
      'ShopBase shops find orders by the exact email address only',
    ])
  })
})

describe('the preview', () => {
  test('asks for every column that makes the same rows, so that choosing and moving them asks nothing', () => {
    const byLine = previewRequest({ ...newOrderExport(none), columns: ['total', 'lineItem.sku'] }, none)
    expect(byLine?.columns).toEqual(orderColumns)
    const byOrder = previewRequest({ ...newOrderExport(none), columns: ['total'] }, none)
    expect(byOrder?.columns).not.toContain('lineItem.sku')
    expect(byOrder?.columns).toContain('orderName')
    expect(byOrder?.columns).not.toContain('duties')
  })

  test('asks for a further column once it is chosen', () => {
    const request = previewRequest({ ...newOrderExport(none), columns: ['total', 'duties'] }, none)
    expect(request?.columns).toContain('duties')
    expect(request?.columns).not.toContain('tax1.name')
  })

  test('is not there without stores, columns or orders', () => {
    for (const lack of [{ storeIds: [] }, { columns: [] }, { mode: 'selected' as const }])
      expect(previewRequest({ ...newOrderExport(none), ...lack }, none)).toBeNull()
  })

  test('shows the chosen columns in their order', () => {
    const answer = { header: ['Name', 'Total', 'Lineitem sku'], rows: [['#1001', '19.90', 'A-1']] }
    expect(previewRows(['lineItem.sku', 'total'], answer)).toEqual([['A-1', '19.90']])
    expect(previewRows(['total', 'tags'], answer)).toEqual([['19.90', null]])
  })
})

describe('a failed export', () => {
  const said = (draft: Partial<OrderExportDraft>, error: unknown, hasAnswered = false) =>
    exportFailure(error, hasAnswered, orderExportFailure({ ...newOrderExport(none), ...draft }))
  const offline = new TypeError('fetch failed')

  test.each<[Partial<OrderExportDraft>, string, string]>([
    [{}, 'Export failed', 'Failed to export to CSV'],
    [{ destination: 'sheet' }, 'Export to Google Sheets failed', 'Failed to export to Google Sheets'],
    [{ inBackground: true }, 'Failed to start export', 'Failed to start export'],
  ])('%o is called so where nobody has a better name for it', (draft, failed, unanswered) => {
    expect(said(draft, new AppError('INTERNAL'))).toBe(failed)
    expect(said(draft, offline, true)).toBe(failed)
    expect(said(draft, offline)).toBe(unanswered)
    expect(said(draft, new AppError('STORE_BUSY', 'North is busy'))).toBe('North is busy')
  })
})

test('progress goes by 90 % where what was received is still worked on', () => {
  const events = [{ type: 'started' }, { type: 'asked' }, { type: 'answered' }, { type: 'received' }] as const
  expect(events.reduce(progressAfter, idle)).toEqual({ state: 'exporting', percent: 90 })
})

describe('a spreadsheet that is typed', () => {
  const answer = { sheetName: 'Stock', message: 'Valid URL with write access' }

  test('is asked about only if it can be one', async () => {
    const validate = () => Promise.reject(new Error('asked'))
    expect(await validateSheetUrl(' ', { validate })).toEqual({ state: 'unknown' })
    expect(await validateSheetUrl('https://example.com/', { validate })).toMatchObject({
      state: 'refused',
      lines: [expect.stringMatching(/^Invalid spreadsheet URL/)],
    })
  })

  test('is told by its name, or by the reason why it cannot be written', async () => {
    expect(await validateSheetUrl(url, { validate: async () => answer })).toEqual({
      state: 'accessible',
      lines: ['Valid URL with write access: Stock', 'A new sheet will be created'],
    })
    const off = 'Google Sheets integration not configured. Please contact administrator.'
    expect(await validateSheetUrl(url, { validate: () => Promise.reject(new AppError('SHEETS_OFF')) })).toMatchObject({ lines: [off] })
  })
})
