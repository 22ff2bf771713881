import { isMarketColumn, marketHandle, marketValue, type MarketColumn } from '#shared/market-columns.ts'
import { isMetafieldColumn, metafieldName } from '#shared/metafields.ts'
import type { ProductColumn, ProductField } from '#shared/product-fields.ts'
import { noSellerCode, sellerCode } from '#shared/seller-code.ts'
import type { ExportImage, ExportProduct, ExportVariant } from '#server/platforms/port.ts'
import { moneyText } from '#server/platforms/money.ts'
import type { Cell } from '#server/rows/csv.ts'

/** One line of the file: the n-th variant beside the n-th image. The product's own fields are only on the first line. */
type Line = { product: ExportProduct; variant: ExportVariant | undefined; image: ExportImage | undefined; at: number; money: Money }
/** An amount with the decimals of the store's currency. */
type Money = (amount: string | null | undefined) => Cell
type Read = (line: Line) => Cell | undefined

const listSeparator = ', '
const ofProduct =
  (read: (product: ExportProduct) => Cell | undefined): Read =>
  ({ product, at }) =>
    at === 0 ? read(product) : null
const ofVariant =
  (read: (variant: ExportVariant) => Cell | undefined): Read =>
  ({ variant }) =>
    variant && read(variant)
const ofImage =
  (read: (image: ExportImage, at: number) => Cell | undefined): Read =>
  ({ image, at }) =>
    image && read(image, at)

const optionName = (at: number) => ofProduct((product) => product.options[at]?.name)
const optionLink = (at: number) => ofProduct((product) => product.options[at]?.linkedTo)
const optionValue = (at: number) => ofVariant((variant) => variant.optionValues[at])

const colorNames = new Set(['color', 'colour', 'farbe', 'màu', 'màu sắc'])

function color({ options, variants }: ExportProduct) {
  const at = options.findIndex((option) => colorNames.has(option.name.normalize('NFC').trim().toLowerCase()))
  return variants[0]?.optionValues[at]
}

/** Whole grams as in Shopify's own export ("200.0"), others to the milligram. */
function grams(value: number | null): Cell {
  if (value === null) return null
  return Number.isInteger(value) ? `${value}.0` : String(Number(value.toFixed(3)))
}

const values: Record<ProductField, Read> = {
  Title: ofProduct((product) => product.title),
  'Seller Code': ofProduct((product) => sellerCode(product.title) ?? noSellerCode),
  SKU: ofProduct((product) => product.variants[0]?.sku),
  'Image link': ofProduct((product) => product.images[0]?.url),
  Tags: ofProduct((product) => product.tags.join(listSeparator)),
  Vendor: ofProduct((product) => product.vendor),
  Color: ofProduct(color),
  Price: ({ product, at, money }) => (at === 0 ? money(product.variants[0]?.price) : null),
  'Product Type': ofProduct((product) => product.productType),
  'Product Id': ofProduct((product) => product.id),
  Handle: ({ product }) => product.handle,
  'Variant Id': ofVariant((variant) => variant.id),
  'Body (HTML)': ofProduct((product) => product.bodyHtml),
  'Product Category': ofProduct((product) => product.category),
  Published: ofProduct((product) => product.published),
  'Option1 Name': optionName(0),
  'Option1 Value': optionValue(0),
  'Option1 Linked To': optionLink(0),
  'Option2 Name': optionName(1),
  'Option2 Value': optionValue(1),
  'Option2 Linked To': optionLink(1),
  'Option3 Name': optionName(2),
  'Option3 Value': optionValue(2),
  'Option3 Linked To': optionLink(2),
  'Variant SKU': ofVariant((variant) => variant.sku),
  'Variant Grams': ofVariant((variant) => grams(variant.grams)),
  'Variant Inventory Tracker': ofVariant((variant) => variant.inventoryTracker),
  'Variant Inventory Qty': ofVariant((variant) => variant.inventoryQuantity),
  'Variant Inventory Policy': ofVariant((variant) => variant.inventoryPolicy),
  'Variant Fulfillment Service': ofVariant((variant) => variant.fulfillmentService),
  'Variant Price': ({ variant, money }) => money(variant?.price),
  'Variant Compare At Price': ({ variant, money }) => money(variant?.compareAtPrice),
  'Variant Requires Shipping': ofVariant((variant) => variant.requiresShipping),
  'Variant Taxable': ofVariant((variant) => variant.taxable),
  'Variant Barcode': ofVariant((variant) => variant.barcode),
  'Image Src': ofImage((image) => image.url),
  'Image Position': ofImage((_, at) => at + 1),
  'Image Alt Text': ofImage((image) => image.alt),
  'Gift Card': ofProduct((product) => product.giftCard),
  'SEO Title': ofProduct((product) => product.seoTitle),
  'SEO Description': ofProduct((product) => product.seoDescription),
  'Variant Image': ofVariant((variant) => variant.image?.url),
  'Variant Weight Unit': ofVariant((variant) => variant.weightUnit),
  'Variant Tax Code': ofVariant((variant) => variant.taxCode),
  'Cost per item': ({ variant, money }) => money(variant?.cost),
  Status: ofProduct((product) => product.status),
  'Image Ids': ofProduct((product) => product.images.map((image) => image.id).join(listSeparator)),
  'Image Id': ofProduct((product) => product.images[0]?.id),
  Images: ofProduct((product) => product.images.map((image) => image.url).join(listSeparator)),
  Categories: ofProduct((product) => product.collections.join(listSeparator)),
  templateSuffix: ofProduct((product) => product.templateSuffix),
  'Custom Option': ofProduct((product) => product.customOption),
  'Unit Price Total Measure': ofVariant((variant) => variant.unitPrice && String(variant.unitPrice.total)),
  'Unit Price Total Measure Unit': ofVariant((variant) => variant.unitPrice?.totalUnit),
  'Unit Price Base Measure': ofVariant((variant) => variant.unitPrice?.base),
  'Unit Price Base Measure Unit': ofVariant((variant) => variant.unitPrice?.baseUnit),
}

/** As the shop stores them: a list is JSON, a reference is an id. */
const metafield = (name: string) => ofProduct((product) => product.metafields[name])

/** A price has the decimals of the market's own currency. */
function market(column: MarketColumn): Read {
  const handle = marketHandle(column)
  const value = marketValue(column)
  if (value === 'included') return ofProduct(({ inMarkets }) => inMarkets.get(handle))
  return ofVariant(({ marketPrices }) => {
    const found = marketPrices.get(handle)
    return found?.[value] ? moneyText(found[value], found.currency) : null
  })
}

function readOf(column: ProductColumn): Read {
  if (isMetafieldColumn(column)) return metafield(metafieldName(column))
  return isMarketColumn(column) ? market(column) : values[column]
}

const isEmpty = (cell: Cell) => cell === null || cell === ''

/**
 * The lines of one product, in Shopify's own layout: the number of its variants or images, whichever is larger. After the first, a line
 * without a value in any column is left out, because a connector may not have fetched its data. The handle does not count as a value: it
 * only identifies the product.
 * @param max the maximum number of lines; 0 means all.
 * @param currency the store's, three letters.
 */
export function productRows(columns: readonly ProductColumn[], max: number, currency: string): (product: ExportProduct) => Cell[][] {
  const money: Money = (amount) => (typeof amount === 'string' ? moneyText(amount, currency) : null)
  const reads = columns.map(readOf)
  return (product) => {
    const all = Math.max(1, product.variants.length, product.images.length)
    const rows = Array.from({ length: max === 0 ? all : Math.min(max, all) }, (_, index) => {
      const line = { product, variant: product.variants[index], image: product.images[index], at: index, money }
      return reads.map((read) => read(line) ?? null)
    })
    return rows.filter((row, index) => index === 0 || row.some((cell, at) => columns[at] !== 'Handle' && !isEmpty(cell)))
  }
}
