import { formatMoney } from '#client/format/money.ts'
import type { ProductVariant } from '#shared/product-variant.ts'
import type { ListedProduct } from '#shared/products.ts'

type Range = NonNullable<ListedProduct['priceRange']>

/** "$5.00", or "$5.00 – $9.00". `currency`: of the store. */
export const rangeText = ({ min, max }: Range, currency: string): string =>
  Number(min) === Number(max) ? formatMoney(min, currency) : `${formatMoney(min, currency)} – ${formatMoney(max, currency)}`

/** The lowest and highest price. Null without variants. */
export function rangeOf(variants: readonly Pick<ProductVariant, 'price'>[]): Range | null {
  const prices = variants.map(({ price }) => price).toSorted((one, other) => Number(one) - Number(other))
  const [min] = prices
  const max = prices.at(-1)
  return min === undefined || max === undefined ? null : { min, max }
}
