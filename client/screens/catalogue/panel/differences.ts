import type { CatalogueProduct } from '#shared/catalogue.ts'

type Compared = Pick<CatalogueProduct, 'status' | 'priceRange' | 'currency' | 'stock'>

/** Of two numbers, which one the other is. */
const sideOf = (one: number, other: number) => (other > one ? 'higher' : 'lower')

function priceWord(one: Compared, other: Compared): string | null {
  const [range, others] = [one.priceRange, other.priceRange]
  if (range === null || others === null) return range === others ? null : 'differs'
  if (one.currency !== other.currency) return 'other currency'
  const [min, max] = [sideOf(Number(range.min), Number(others.min)), sideOf(Number(range.max), Number(others.max))]
  const areEqual = [Number(range.min) === Number(others.min), Number(range.max) === Number(others.max)]
  if (areEqual.every(Boolean)) return null
  if (areEqual[0]) return max
  return areEqual[1] || min === max ? min : 'differs'
}

function stockWord(one: Compared, other: Compared): string | null {
  if (one.stock === other.stock) return null
  return one.stock === null || other.stock === null ? 'differs' : sideOf(one.stock, other.stock)
}

/** How another product differs from this one: a word for each value that does, null where they are equal. */
export const comparisonOf = (one: Compared, other: Compared) => ({
  status: other.status === one.status ? null : 'differs',
  price: priceWord(one, other),
  stock: stockWord(one, other),
})
