import { expect, test } from 'vitest'
import { excelCsv } from '#client/export/csv-choice.ts'
import { formatAfter, presetChoices } from '#client/export/preset.ts'
import { newOrderExport } from '#client/screens/orders/export/draft.ts'
import { orderPresets } from '#client/screens/orders/export/presets.ts'
import { productPresets } from '#client/screens/products/export-presets.ts'
import { newProductExport, productExportRequest } from '#client/screens/products/export-request.ts'
import { CsvOptions } from '#shared/export.ts'
import { hasLineItems } from '#shared/order-columns.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { productHeader } from '#shared/product-fields.ts'

const scope = { storeId: 'north', filters: {}, selectedIds: [] }

/** The header of the product CSV of Shopify's admin, without the stock and what our catalogue lacks (unit prices, Google Shopping). */
const shopifyHeader =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,' +
  'Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,' +
  'Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,' +
  'Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,' +
  'SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status'

test('the preset for the importer of Shopify gives its header, exact values and its rows', () => {
  const draft = { ...newProductExport(scope), ...productPresets.shopifyImport.patch() }
  expect(productHeader(draft.fields, draft.headers).join()).toBe(shopifyHeader)
  expect(productExportRequest(draft, scope)).toMatchObject({
    config: { headers: 'shopify-import', rowsPerProduct: 0 },
    csv: { bom: false, protectFormulas: false, delimiter: ',' },
  })
})

test.each([
  ['de', ';'],
  ['vi', ';'],
  ['en-US', ','],
  ['ja', ','],
])('Excel in %s splits columns at %s', (language, delimiter) => {
  expect(excelCsv(language)).toEqual({ bom: true, protectFormulas: true, delimiter })
})

test('the preset for accounting has a row for each order', () => {
  const draft = { ...newOrderExport({ storeIds: ['north'], filters: {}, selectedIds: [] }), ...orderPresets.accounting.patch() }
  expect(hasLineItems(draft.columns)).toBe(false)
  expect(OrderExportRequest.safeParse({ storeIds: ['north'], columns: [...draft.columns], csv: draft.csv }).success).toBe(true)
})

test('the format of a preset ends with it, one that was chosen by hand stays', () => {
  const edits: { template: string }[] = []
  const [preset] = presetChoices(productPresets, (patch) => edits.push(patch))
  preset?.onChoose()
  expect(edits).toEqual([{ ...productPresets.shopifyImport.patch(), template: preset?.id }])
  expect(formatAfter(String(preset?.id))).toEqual({ csv: CsvOptions.parse({}) })
  expect(formatAfter('all')).toEqual({})
  expect(formatAfter('')).toEqual({})
})
