import type { ExportProduct } from '#server/platforms/port.ts'

/** What a walk has given so far. */
export type Tally = { products: number }

/** Passes on at most `most` products and keeps the tally. */
export async function* take(products: AsyncIterable<ExportProduct>, most: number, tally: Tally): AsyncGenerator<ExportProduct> {
  for await (const product of products) {
    tally.products += 1
    yield product
    if (tally.products === most) return
  }
}
