import { describe, expect, test } from 'vitest'
import { toggled, withAll } from '#client/export/column-order.ts'
import { exportFailure } from '#client/export/export-failure.ts'
import { idle, isRunning, progressAfter, type ProgressEvent } from '#client/export/progress.ts'
import { readFailure } from '#client/failure.ts'
import { productExportLike } from '#client/screens/products/export-like.ts'
import { productExportFailure } from '#client/screens/products/export-send.ts'
import {
  chosenFields,
  isJob,
  isReady,
  newProductExport,
  productCountRequest,
  productEstimateRequest,
  ProductExportChoices,
  productExportRequest,
  productPreviewRequest,
} from '#client/screens/products/export-request.ts'
import { fieldCatalogue } from '#client/screens/products/field-catalogue.ts'
import { moved } from '#client/ui/moved.ts'
import { boundedInteger, ProductExportRequest } from '#shared/export.ts'
import { limits } from '#shared/limits.ts'
import { furtherProductFields, productFields } from '#shared/product-fields.ts'

const scope = { storeId: 'north', filters: { status: 'draft', tag: ['new'] }, selectedIds: ['7', '9'] } as const
const filters = { status: 'draft' as const, tag: ['new'] }
const chosen = { ...scope, filters }
const unselected = { ...chosen, selectedIds: [] }
const newExport = (selectedCount: number) => newProductExport(selectedCount === 0 ? unselected : chosen)

describe('the fields', () => {
  test('beyond the 52 stand in a group below, and no button chooses them', () => {
    expect(fieldCatalogue().groups).toEqual([
      { title: '', columns: productFields },
      { title: 'More Columns', columns: furtherProductFields },
    ])
    expect(fieldCatalogue().columns).toHaveLength(52)
    expect(fieldCatalogue().defaults).toHaveLength(52)
    expect(newExport(0).fields).toHaveLength(52)
  })

  test('of a shop’s metafields stand in a group of their own, by their headers in the file, and no button chooses them', () => {
    const care = { namespace: 'custom', key: 'care', name: 'Care', type: 'multi_line_text_field' }
    const header = 'Care (product.metafields.custom.care)'
    const { groups, columns, defaults, labelOf } = fieldCatalogue([{ ...care, column: 'metafield:custom.care', header }])
    expect(groups.at(-1)).toEqual({ title: 'Metafields', columns: ['metafield:custom.care'] })
    expect([...columns, ...defaults]).not.toContain('metafield:custom.care')
    expect(labelOf('metafield:custom.care')).toBe(header)
    expect(labelOf('metafield:custom.gone')).toBe('custom.gone (product.metafields.custom.gone)')
  })

  test('of a shop’s markets stand in a group behind the metafields, by their headers in the file, and no button chooses them', () => {
    const column = 'market:europe.price'
    const market = { handle: 'europe', name: 'Europe', country: 'DE', currency: 'EUR' }
    const { groups, columns, defaults, labelOf } = fieldCatalogue([], [{ ...market, columns: [{ column, header: 'Price / Europe' }] }])
    expect(groups.at(-1)).toEqual({ title: 'Market prices', columns: [column] })
    expect([...columns, ...defaults]).not.toContain(column)
    expect(labelOf(column)).toBe('Price / Europe')
    expect(labelOf('market:gone.compareAtPrice')).toBe('Compare At Price / gone')
  })

  test('of a template include metafields and markets', () => {
    const kept = ['Title', 'metafield:custom.care', 'market:europe.price']
    expect(chosenFields({ columns: [...kept, 'metafield:wrong', 'market:europe.cost', 'Gone'] })).toEqual(kept)
  })
})

describe('the export call', () => {
  test('for all filtered sends the filters and no ids', () => {
    expect(productExportRequest({ ...newExport(0), fields: ['Title', 'Status'] }, unselected)).toEqual({
      storeId: 'north',
      config: {
        exportFormat: 'csv',
        sheetExport: '',
        fields: ['Title', 'Status'],
        maxItemsPerFile: 50_000,
        rowsPerProduct: 0,
        filter: filters,
      },
    })
  })

  test('for the selected ones sends their ids and an empty filter', () => {
    const request = productExportRequest(newExport(2), chosen)
    expect(request).toMatchObject({ productIds: ['7', '9'], config: { filter: {}, fields: [...productFields] } })
    expect(() => ProductExportRequest.parse(request)).not.toThrow()
  })

  test('replaces the days of the filters by those of the dialog, and leaves them out with a selection', () => {
    const january = { from: '2026-01-01', to: '2026-01-31' }
    const filtered = { ...unselected, filters: { ...filters, createdAfter: '2025-12-24' } }
    const draft = newProductExport(filtered)
    expect(draft.days).toEqual({ from: '2025-12-24', to: undefined })
    const sent = (days: typeof draft.days) => productExportRequest({ ...draft, days }, filtered).config.filter
    expect(sent(january)).toEqual({ ...filters, createdAfter: '2026-01-01', createdBefore: '2026-01-31' })
    expect(sent({ from: undefined, to: undefined })).toEqual(filters)
    expect(productCountRequest({ ...draft, days: january }, filtered)?.filters).toEqual(sent(january))
    expect(productExportRequest({ ...newExport(2), days: january }, chosen).config.filter).toEqual({})
  })

  test.each([
    ['A date is not complete: its year has four digits', { from: '0202-01-01', to: undefined }],
    ['The From date is after the To date', { from: '2026-02-01', to: '2026-01-31' }],
  ])('says "%s" and neither starts nor counts', (message, days) => {
    const draft = { ...newExport(0), days }
    expect(() => productExportRequest(draft, unselected)).toThrow(message)
    expect(productEstimateRequest(draft, unselected)).toBeNull()
    expect(productCountRequest(draft, unselected)).toBeNull()
    expect(() => productExportRequest({ ...newExport(2), days }, chosen)).not.toThrow()
  })

  test('says how a CSV file is written where that is not the default, and not for a sheet', () => {
    const csv = { bom: false, protectFormulas: false, delimiter: ';' as const }
    const draft = { ...newExport(0), csv }
    expect(productExportRequest(draft, unselected)).toMatchObject({ csv })
    const sheetUrl = 'https://docs.google.com/spreadsheets/d/abc/edit'
    expect(productExportRequest({ ...draft, sheetUrl }, unselected)).not.toHaveProperty('csv')
  })

  test('names the format of a file that is not CSV, which a job makes, and none of a sheet', () => {
    const csv = { bom: false, protectFormulas: false, delimiter: ';' as const }
    const draft = { ...newExport(0), csv }
    expect(productExportRequest(draft, unselected)).not.toHaveProperty('format')
    const xlsx = { ...draft, format: 'xlsx' as const }
    expect(productExportRequest(xlsx, unselected)).toMatchObject({ format: 'xlsx' })
    expect(productExportRequest(xlsx, unselected)).not.toHaveProperty('csv')
    expect(productExportRequest({ ...draft, format: 'csv.gz' }, unselected)).toMatchObject({ format: 'csv.gz', csv })
    expect([isJob(draft), isJob(xlsx)]).toEqual([false, true])
    expect(productEstimateRequest(xlsx, unselected)).toBeNull()
    expect(productPreviewRequest(xlsx, unselected)).toEqual(productPreviewRequest(draft, unselected))
    const sheetUrl = 'https://docs.google.com/spreadsheets/d/abc/edit'
    expect(productExportRequest({ ...xlsx, sheetUrl }, unselected)).not.toHaveProperty('format')
  })

  test('of choices that an earlier version kept is for a CSV file', () => {
    const { format: _format, ...kept } = newExport(0)
    expect(ProductExportChoices.parse(kept)).toMatchObject({ format: 'csv' })
  })

  test('of an earlier export keeps its format', () => {
    const request = ProductExportRequest.parse(productExportRequest({ ...newExport(0), format: 'parquet' }, unselected))
    const like = productExportLike({ type: 'product_export', request, inBackground: true })
    expect(productExportRequest(like.draft, like.scope)).toMatchObject({ format: 'parquet' })
  })

  test('is for the selected ones by default, where there are any', () => {
    expect(newExport(2).mode).toBe('selected')
    expect(newExport(0).mode).toBe('all')
  })

  test('without a field, or without the selected products, says so and cannot be started', () => {
    const noFields = { ...newExport(2), fields: [] }
    expect(() => productExportRequest(noFields, chosen)).toThrow('Please select at least one field to export')
    expect(isReady(noFields, chosen)).toBe(false)
    const nothingSelected = { ...newExport(2) }
    expect(() => productExportRequest(nothingSelected, unselected)).toThrow('No products selected')
    expect(isReady(nothingSelected, unselected)).toBe(false)
    expect(isReady({ ...newExport(0) }, unselected)).toBe(true)
  })

  test('asks how long a download takes by the very same request, where there is one', () => {
    const draft = newExport(0)
    expect(productEstimateRequest(draft, chosen)).toEqual(productExportRequest(draft, chosen))
    expect(productEstimateRequest({ ...draft, inBackground: true }, chosen)).toBeNull()
    expect(productEstimateRequest({ ...draft, fields: [] }, chosen)).toBeNull()
    const many = Array.from({ length: limits.selectedProducts + 1 }, (_, index) => String(index + 1))
    expect(productEstimateRequest(newExport(1), { ...chosen, selectedIds: many })).toBeNull()
  })

  test.each([
    ['', 50_000],
    ['abc', 50_000],
    ['0', 50_000],
    ['1', 1],
    ['100000', 100_000],
    ['100001', 50_000],
    ['1.5', 50_000],
  ])('takes "%s" for Max Items as %d', (maxItems, sent) => {
    expect(productExportRequest({ ...newExport(2), maxItems }, chosen).config.maxItemsPerFile).toBe(sent)
  })

  test.each([
    ['', 0],
    ['abc', 0],
    ['-1', 0],
    ['0', 0],
    ['100', 100],
    ['101', 0],
  ])('takes "%s" for Rows Per Product as %d', (rowsPerProduct, sent) => {
    expect(boundedInteger(rowsPerProduct, limits.rowsPerProduct)).toBe(sent)
    expect(productExportRequest({ ...newExport(2), rowsPerProduct }, chosen).config.rowsPerProduct).toBe(sent)
  })
})

describe('progress', () => {
  const after = (...events: ProgressEvent[]) => events.reduce(progressAfter, idle)

  test('goes by 10, 30 and 70 to 100', () => {
    const steps: ProgressEvent[] = [
      { type: 'started' },
      { type: 'asked' },
      { type: 'answered' },
      { type: 'done', outcome: { message: 'Done', warning: 'cut', closeAfterMs: 2_000 } },
    ]
    const seen = steps.map((_, index) => after(...steps.slice(0, index + 1)))
    expect(seen).toEqual([
      { state: 'preparing', percent: 10 },
      { state: 'exporting', percent: 30 },
      { state: 'exporting', percent: 70 },
      { state: 'success', percent: 100, message: 'Done', warning: 'cut', closeAfterMs: 2_000 },
    ])
    expect(seen.map(isRunning)).toEqual([true, true, true, false])
  })

  test('of an export that was closed is not touched by what still arrives from it', () => {
    expect(
      after({ type: 'started' }, { type: 'closed' }, { type: 'done', outcome: { message: 'Done', warning: null, closeAfterMs: 2_000 } }),
    ).toEqual(idle)
  })

  test('starts anew after a failure', () => {
    expect(after({ type: 'started' }, { type: 'failed', message: 'no' })).toEqual({ state: 'error', message: 'no' })
    expect(after({ type: 'started' }, { type: 'failed', message: 'no' }, { type: 'started' })).toMatchObject({ percent: 10 })
  })
})

describe('a failed export', () => {
  const answered = async (body: string) =>
    exportFailure(await readFailure(new Response(body, { status: 422 })), false, productExportFailure)

  test('says what the server says: error.message, else message, else that exporting failed', async () => {
    expect(await answered(JSON.stringify({ message: 'outer', error: { code: 'STORE_BUSY', message: 'inner' } }))).toBe('inner')
    expect(await answered(JSON.stringify({ message: 'outer' }))).toBe('outer')
    expect(await answered('<html>')).toBe('Export products failed')
  })

  test('that nothing answered did not even start', () => {
    expect(exportFailure(new TypeError('fetch failed'), false, productExportFailure)).toBe('Failed to start export')
  })

  test('that broke off on the way failed', () => {
    expect(exportFailure(new TypeError('terminated'), true, productExportFailure)).toBe('Export products failed')
  })
})

describe('the order of columns', () => {
  test('changes by moving one up or down, never past the ends', () => {
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  })

  test('puts a column that is chosen again at the end', () => {
    expect(toggled(toggled(['a', 'b'], 'a'), 'a')).toEqual(['b', 'a'])
  })

  test('is kept by Select All, which adds the missing ones', () => {
    expect(withAll(['c', 'a'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'a', 'b', 'd'])
  })
})
