import type { CatalogueMedia, CatalogueProduct, CatalogueVariant } from '#sandbox/catalogue/record.ts'

// The expected content of an export, computed from the sandbox's catalogue without any of the product's code.

export type ExpectedShop = { platform: 'shopify' | 'shopbase'; collectionTitles: ReadonlyMap<string, string> }
type Line = { shop: ExpectedShop; product: CatalogueProduct; images: readonly CatalogueMedia[]; at: number }
type Cell = string | null | undefined

const weightUnits = { GRAMS: ['g', 1], KILOGRAMS: ['kg', 1000], OUNCES: ['oz', 28.349523125], POUNDS: ['lb', 453.59237] } as const
const isColor = (name: string) => ['color', 'colour', 'farbe', 'màu'].includes(name.trim().toLowerCase())
const isPublic = ({ status }: CatalogueProduct) => status === 'ACTIVE' || status === 'UNLISTED'
const twoDecimals = (amount: string | null) => (amount === null ? null : Number(amount).toFixed(2))

function sellerCodeIn(title: string): string {
  const tokens = title.split(/[^\p{L}\p{N}]+/u)
  return tokens.find((token) => /^(?:(?:LT|CTM|TB|DT|TS)(?:\d|[1-9]\d|100)|K23)$/.test(token)) ?? '-'
}

function gramsOf({ weight: { value, unit } }: CatalogueVariant): string {
  const grams = Math.round(value * weightUnits[unit][1] * 1000) / 1000
  return Number.isInteger(grams) ? `${grams}.0` : String(grams)
}

/** The questions for the buyer on ShopBase. Its answer wraps `required`; the cell contains it unchanged. */
function customOptions({ customOptions: options }: CatalogueProduct): string | null {
  if (options.length === 0) return null
  return JSON.stringify(
    options.map(({ required, ...option }) => ({ ...option, placeholder: '', help_text: '', validations: { required } })),
  )
}

function productCells({ shop, product, images }: Line): Record<string, Cell> {
  const isShopify = shop.platform === 'shopify'
  const [first] = product.variants
  const color = product.options.findIndex(({ name }) => isColor(name))
  const published = isShopify ? product.publishedAt !== null : isPublic(product)
  return {
    Title: product.title,
    'Seller Code': sellerCodeIn(product.title),
    SKU: first?.sku,
    'Image link': images[0]?.url,
    Tags: product.tags.join(', '),
    Vendor: product.vendor,
    Color: first?.optionValues[color],
    Price: first?.price,
    'Product Type': product.productType,
    'Product Id': product.id,
    'Body (HTML)': product.bodyHtml,
    'Product Category': isShopify ? product.category?.fullName : null,
    Published: String(published),
    ...Object.fromEntries(
      product.options.flatMap(({ name, linkedMetafield: linked }, n) => [
        [`Option${n + 1} Name`, name],
        [`Option${n + 1} Linked To`, isShopify && linked ? `product.metafields.${linked.namespace}.${linked.key}` : null],
      ]),
    ),
    'Gift Card': String(isShopify && product.isGiftCard),
    'SEO Title': product.seoTitle,
    'SEO Description': product.seoDescription,
    Status: isShopify ? product.status.toLowerCase() : isPublic(product) ? 'active' : 'draft',
    'Image Ids': images.map(({ id }) => id).join(', '),
    'Image Id': images[0]?.id,
    Images: images.map(({ url }) => url).join(', '),
    Categories: product.collectionIds.map((id) => shop.collectionTitles.get(id)).join(', '),
    templateSuffix: isShopify ? product.templateSuffix : null,
    'Custom Option': isShopify ? null : customOptions(product),
  }
}

function variantCells({ shop, product, images }: Line, variant: CatalogueVariant): Record<string, Cell> {
  const isShopify = shop.platform === 'shopify'
  const compareAt = twoDecimals(variant.compareAtPrice)
  return {
    'Variant Id': variant.id,
    ...Object.fromEntries(variant.optionValues.map((value, n) => [`Option${n + 1} Value`, value])),
    'Variant SKU': variant.sku,
    'Variant Grams': gramsOf(variant),
    'Variant Inventory Tracker': variant.tracked ? shop.platform : null,
    'Variant Inventory Qty': String(variant.inventoryQuantity),
    'Variant Inventory Policy': variant.inventoryPolicy.toLowerCase(),
    'Variant Fulfillment Service': isShopify && product.isGiftCard ? 'gift_card' : (variant.fulfillmentService ?? 'manual'),
    'Variant Price': variant.price,
    // ShopBase writes 0 for a missing compare-at price.
    'Variant Compare At Price': !isShopify && compareAt === '0.00' ? null : compareAt,
    'Variant Requires Shipping': String(variant.requiresShipping),
    'Variant Taxable': String(variant.taxable),
    'Variant Barcode': variant.barcode,
    'Variant Image': images.find(({ id }) => id === variant.mediaId)?.url,
    'Variant Weight Unit': weightUnits[variant.weight.unit][0],
    'Variant Tax Code': isShopify ? variant.taxCode : null,
    'Cost per item': twoDecimals(variant.unitCost),
  }
}

const imageCells = (image: CatalogueMedia, at: number): Record<string, Cell> => ({
  'Image Src': image.url,
  'Image Position': String(at + 1),
  'Image Alt Text': image.alt,
})

/** Adds an apostrophe before a formula that appears when a program in another language splits the cell. */
function protectedParts(text: string): string {
  const parts = text.split(/([;\t|])/)
  return parts.map((part, index) => (index > 0 && index % 2 === 0 && /^'*[^\S\t]*[=+@]/.test(part) ? `'${part}` : part)).join('')
}

/** An apostrophe prevents spreadsheet programs from executing a text. Numbers and phone numbers need none. */
export function protectedCell(plain: string): string {
  const text = protectedParts(plain)
  const isNumber = text !== '' && !Number.isNaN(Number(text.trim())) && text === text.trim()
  const isPhone = /^\+\d[\d ]*$/.test(text)
  const runs = /^[\t\r\n']/.test(text) || /^[=+\-@]./.test(text.trimStart())
  return runs && !isNumber && !isPhone ? `'${text}` : text
}

/**
 * The rows of one product: the larger number of its variants and images. Its own fields are only on the first row, its handle on each.
 * After the first, rows with only the handle are omitted.
 */
export function expectedRows(shop: ExpectedShop, product: CatalogueProduct, fields: readonly string[]): string[][] {
  const images = product.media.filter(({ kind }) => kind === 'IMAGE')
  const rows = Array.from({ length: Math.max(product.variants.length, images.length) }, (_, index) => {
    const line = { shop, product, images, at: index }
    const variant = product.variants[index]
    const image = images[index]
    const cells: Record<string, Cell> = {
      Handle: product.handle,
      ...(index === 0 && productCells(line)),
      ...(variant && variantCells(line, variant)),
      ...(image && imageCells(image, index)),
    }
    return fields.map((field) => protectedCell(cells[field] ?? ''))
  })
  return rows.filter((row, index) => index === 0 || row.some((cell, column) => fields[column] !== 'Handle' && cell !== ''))
}
