import { describe, expect, test } from 'vitest'
import { moved, toggled, withAll } from '#client/export/column-order.ts'
import { exportFailure } from '#client/export/export-failure.ts'
import { idle, isRunning, progressAfter, type ProgressEvent } from '#client/export/progress.ts'
import { readFailure } from '#client/failure.ts'
import { productExportFailure } from '#client/screens/products/export-send.ts'
import { productEstimateRequest, productExportRequest, isReady, newProductExport } from '#client/screens/products/export-request.ts'
import { boundedInteger, ProductExportRequest } from '#shared/export.ts'
import { limits } from '#shared/limits.ts'
import { productFields } from '#shared/product-fields.ts'

const scope = { storeId: 'north', filters: { status: 'draft', tag: ['new'] }, selectedIds: ['7', '9'] } as const
const filters = { status: 'draft' as const, tag: ['new'] }
const chosen = { ...scope, filters }

describe('the export call', () => {
  test('for all filtered sends the filters and no ids', () => {
    expect(productExportRequest({ ...newProductExport(0), fields: ['Title', 'Status'] }, { ...chosen, selectedIds: [] })).toEqual({
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
    const request = productExportRequest(newProductExport(2), chosen)
    expect(request).toMatchObject({ productIds: ['7', '9'], config: { filter: {}, fields: [...productFields] } })
    expect(() => ProductExportRequest.parse(request)).not.toThrow()
  })

  test('is for the selected ones by default, where there are any', () => {
    expect(newProductExport(2).mode).toBe('selected')
    expect(newProductExport(0).mode).toBe('all')
  })

  test('without a field, or without the selected products, says so and cannot be started', () => {
    const noFields = { ...newProductExport(2), fields: [] }
    expect(() => productExportRequest(noFields, chosen)).toThrow('Please select at least one field to export')
    expect(isReady(noFields, chosen)).toBe(false)
    const nothingSelected = { ...newProductExport(2) }
    expect(() => productExportRequest(nothingSelected, { ...chosen, selectedIds: [] })).toThrow('No products selected')
    expect(isReady(nothingSelected, { ...chosen, selectedIds: [] })).toBe(false)
    expect(isReady({ ...newProductExport(0) }, { ...chosen, selectedIds: [] })).toBe(true)
  })

  test('asks how long a download takes by the very same request, where there is one', () => {
    const draft = newProductExport(0)
    expect(productEstimateRequest(draft, chosen)).toEqual(productExportRequest(draft, chosen))
    expect(productEstimateRequest({ ...draft, inBackground: true }, chosen)).toBeNull()
    expect(productEstimateRequest({ ...draft, fields: [] }, chosen)).toBeNull()
    const many = Array.from({ length: limits.selectedProducts + 1 }, (_, index) => String(index + 1))
    expect(productEstimateRequest(newProductExport(1), { ...chosen, selectedIds: many })).toBeNull()
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
    expect(productExportRequest({ ...newProductExport(2), maxItems }, chosen).config.maxItemsPerFile).toBe(sent)
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
    expect(productExportRequest({ ...newProductExport(2), rowsPerProduct }, chosen).config.rowsPerProduct).toBe(sent)
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
