import type { CopyChange } from '#drizzle/catalogue/copy.ts'

/** What is compared of a product. */
export type Compared = {
  title: string
  status: string
  stock: number | null
  variants: readonly { id: string; title: string; sku: string | null; price: string }[]
}
export type ProductDifference = Pick<CopyChange, 'kind' | 'variant' | 'before' | 'after'>

/** The name of the first of some variants, and the number of the others. */
function nameOf(variants: Compared['variants']): string {
  const [first] = variants
  const name = first?.sku || first?.title || ''
  return variants.length > 1 ? `${name} (+${variants.length - 1})` : name
}

/** Variants whose prices have changed alike are one difference, because that is how prices are changed. */
function pricesChanged(before: Compared['variants'], after: Compared['variants']): ProductDifference[] {
  const earlier = new Map(before.map(({ id, price }) => [id, price]))
  const changed = after.filter(({ id, price }) => earlier.has(id) && Number(earlier.get(id)) !== Number(price))
  const alike = Map.groupBy(changed, ({ id, price }) => JSON.stringify([earlier.get(id), price]))
  return [...alike.values()].map((variants) => ({
    kind: 'price',
    variant: nameOf(variants),
    before: earlier.get(variants[0]?.id ?? '') ?? null,
    after: variants[0]?.price ?? null,
  }))
}

const text = (stock: number | null) => (stock === null ? null : String(stock))

/** What has changed of a product that is still there. Empty where nothing that is told has. */
export function productDifferences(before: Compared, after: Compared): ProductDifference[] {
  const changed = (kind: ProductDifference['kind'], one: string | null, other: string | null): ProductDifference[] =>
    one === other ? [] : [{ kind, variant: null, before: one, after: other }]
  return [
    ...pricesChanged(before.variants, after.variants),
    ...changed('stock', text(before.stock), text(after.stock)),
    ...changed('status', before.status, after.status),
    ...changed('title', before.title, after.title),
  ]
}

/** A product that was added to the shop, and one that it does not have any more. */
export const added: readonly ProductDifference[] = [{ kind: 'new', variant: null, before: null, after: null }]
export const gone: readonly ProductDifference[] = [{ kind: 'gone', variant: null, before: null, after: null }]
