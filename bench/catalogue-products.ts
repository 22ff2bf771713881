// The products of the bench of the catalogue: 3 variants each, and words of which every second title has one and few have another.
import type { CopyProduct } from '#drizzle/catalogue/copy.ts'

const kinds = [
  'Shirt',
  'Dress',
  'Jacket',
  'Mug',
  'Lamp',
  'Scarf',
  'Hat',
  'Chair',
  'Poster',
  'Bag',
  'Belt',
  'Ring',
  'Towel',
  'Candle',
  'Áo dài',
  'Pillow',
]
const colours = ['Blue', 'Red', 'Green', 'Black', 'White', 'Grey', 'Olive', 'Navy', 'Rosé', 'Beige', 'Amber', 'Teal']
const styles = ['Classic', 'Vintage', 'Modern', 'Slim', 'Summer', 'Winter', 'Handmade', 'Organic', 'Oversized', 'Striped']
const tags = [
  'new',
  'sale',
  'gift',
  'summer-24',
  'winter-24',
  'bestseller',
  'outlet',
  'eco',
  'limited',
  'kids',
  'women',
  'men',
  'home',
  'archive-a',
  'archive-b',
]
const sizes = ['Small', 'Medium', 'Large'] as const
/** Of the first, half of all titles have one. */
const halves = ['Cotton', 'Linen'] as const

export const wordOfHalf = 'cotton'
/** The vendor of few products. */
export const rareVendor = 'Vendor 299'
/** The code that one product has. */
export const codeOf = (index: number) => `ab-${String(index).padStart(7, '0')}`

/** Every thousandth product has the SKU of one before it, in another store and at another price. */
const clashEvery = 1_000
const clashOffset = 500
const isClashing = (index: number) => index % clashEvery === clashOffset

const skuOf = (index: number, size: string) => `AB-${String(index).padStart(7, '0')}-${size.charAt(0)}`

const mixed = (index: number, salt: number) => Math.imul(index + 1, 2_654_435_761 + 2 * salt) >>> 0
const pick = <T>(values: readonly T[], index: number, salt: number): T => {
  const value = values[(mixed(index, salt) >>> 8) % values.length]
  if (value === undefined) throw new RangeError('no values')
  return value
}

function statusOf(index: number): string {
  const part = mixed(index, 7) % 10
  return part < 8 ? 'active' : part === 8 ? 'draft' : 'archived'
}

/** The SKUs that clash among so many products. Between archived products, nothing clashes. */
export const clashingSkus = (all: number): string[] =>
  Array.from({ length: all }, (_, index) => index)
    .filter((index) => isClashing(index) && [index, index - clashOffset].some((one) => statusOf(one) !== 'archived'))
    .map((index) => skuOf(index - clashOffset, sizes[0]))

const firstTime = Date.UTC(2021, 0, 1)
const fiveYearsMs = 5 * 365 * 86_400_000

/** A product by its number among all. Every thousandth is of the rare vendor. */
export function benchProduct(index: number, all: number): CopyProduct {
  const title = [
    pick(styles, index, 1),
    pick(colours, index, 2),
    pick(halves, index, 3),
    pick(kinds, index, 4),
    String(mixed(index, 5) % 1_000),
  ].join(' ')
  // Prices of a clash must differ.
  const cents = 500 + (mixed(index, 6) % 20_000) * 2 + (isClashing(index) ? 1 : 0)
  const createdAt = firstTime + Math.floor((index / all) * fiveYearsMs * 0.001) * 1_000
  return {
    productId: String(7_000_000_000_000 + index),
    title,
    handle: `${title.toLowerCase().replaceAll(' ', '-')}-${index}`,
    image: `https://cdn.shopify.com/s/files/1/0612/3456/7890/files/product-${index}.jpg?v=1700000000`,
    status: statusOf(index),
    vendor: index % 1_000 === 0 ? rareVendor : `Vendor ${mixed(index, 8) % 299}`,
    productType: `Type ${mixed(index, 9) % 40}`,
    tags: [...new Set([pick(tags, index, 10), pick(tags, index, 11)])],
    createdAt,
    updatedAt: createdAt + (mixed(index, 12) % 1_000) * 86_400_000,
    variants: sizes.map((size, position) => ({
      id: String(41_000_000_000_000 + index * 3 + position),
      title: size,
      sku: skuOf(isClashing(index) && position === 0 ? index - clashOffset : index, size),
      barcode: String(4_000_000_000_000 + index * 3 + position),
      price: (cents / 100).toFixed(2),
      compareAtPrice: null,
      stock: (mixed(index, 13 + position) % 12) - 2,
    })),
  }
}

/** The stores of one of many people, of whom no two have the same: what is kept for one is of no use to another. */
export function allButTwo(storeIds: readonly string[], turn: number): string[] {
  const gaps = Math.max(1, Math.floor((storeIds.length - 1) / 2))
  const [first, gap] = [turn % storeIds.length, 1 + (Math.floor(turn / storeIds.length) % gaps)]
  return storeIds.filter((_, index) => index !== first && index !== (first + gap) % storeIds.length)
}
