// How much of a store whose codes are all to be compared is looked at in one transaction, so that others can write between.

/** One product more is looked at, if it is the first. */
const variantsAtOnce = 500

/** The first of these products, until they have too many variants together. */
export function dueAtOnce<Product extends { variants: number }>(products: readonly Product[]): Product[] {
  let variants = 0
  const due: Product[] = []
  for (const product of products) {
    variants += product.variants
    if (due.length > 0 && variants > variantsAtOnce) break
    due.push(product)
  }
  return due
}
