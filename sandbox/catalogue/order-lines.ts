import { amount, units } from './order-money.ts'
import { orderId } from './order-plan.ts'
import type { OrderGrowing } from './order-plan.ts'
import type { CatalogueLine } from './order-record.ts'

/** The random part of a line; the rest follows from the order. `discount` and `price` are in the currency's smallest units. */
type Draft = { readonly quantity: number; readonly discount: number; readonly isDeleted: boolean }

function lineOf({ plan, index, random, products }: OrderGrowing, at: number, draft: Draft, currency: string): CatalogueLine {
  const product = products[random.int(products.length)]
  const variant = product?.variants[random.int(product.variants.length)]
  const images = product?.media.filter(({ kind }) => kind === 'IMAGE') ?? []
  const price = units(variant?.price ?? '19.90', currency)
  const isDefault = variant === undefined || variant.title === 'Default Title'
  return {
    id: orderId(plan.platform, 'line', index, at),
    title: product?.title ?? 'Sample that is sold no more',
    variantTitle: isDefault ? null : variant.title,
    quantity: draft.quantity,
    currentQuantity: draft.quantity,
    fulfilledQuantity: 0,
    price: amount(price, currency),
    discount: amount(Math.min(draft.discount, price * draft.quantity), currency),
    sku: variant?.sku ?? null,
    vendor: product?.vendor ?? null,
    requiresShipping: variant?.requiresShipping ?? true,
    taxable: variant?.taxable ?? true,
    image: images.find(({ id }) => id === variant?.mediaId) ?? images[0] ?? null,
    variant:
      draft.isDeleted || !product || !variant ? null : { id: variant.id, productId: product.id, compareAtPrice: variant.compareAtPrice },
  }
}

/** Generates `count` lines of the shop's goods. */
export function linesOf(growing: OrderGrowing, count: number, currency: string): CatalogueLine[] {
  const { random } = growing
  return Array.from({ length: count }, (_, index) => {
    const draft = { quantity: 1 + random.int(3), discount: random.chance(0.1) ? 1 + random.int(500) : 0, isDeleted: random.chance(0.03) }
    return lineOf(growing, index, draft, currency)
  })
}

/** The price of a line after its own discount, in the currency's smallest units. */
export function lineTotal(line: CatalogueLine, currency: string): number {
  return units(line.price, currency) * line.quantity - units(line.discount, currency)
}

/** The lines, fulfilled as far as the order's status requires. */
export function sent(lines: readonly CatalogueLine[], status: string): CatalogueLine[] {
  if (status === 'FULFILLED') return lines.map((line) => ({ ...line, fulfilledQuantity: line.quantity }))
  if (status !== 'PARTIALLY_FULFILLED') return [...lines]
  return lines.map((line, index) => (index === 0 ? { ...line, fulfilledQuantity: Math.ceil(line.quantity / 2) } : line))
}
