import { AppError } from '#shared/errors.ts'
import type { ExportProduct } from '#server/platforms/port.ts'

/** What a walk has seen so far. */
export type Tally = { products: number; lastId: bigint | null }

function check(tally: Tally, id: string) {
  const number = BigInt(id)
  if (tally.lastId !== null && number <= tally.lastId)
    throw new AppError('STORE_ANSWER_INVALID', `The shop sent product ${id} twice or out of order.`)
  tally.lastId = number
}

/** Passes on at most `most` products and keeps the tally. Throws where the shop repeats a product or leaves the ascending order. */
export async function* take(pages: AsyncIterable<ExportProduct[]>, most: number, tally: Tally): AsyncGenerator<ExportProduct[]> {
  for await (const page of pages) {
    const wanted = page.slice(0, most - tally.products)
    for (const product of wanted) check(tally, product.id)
    tally.products += wanted.length
    yield wanted
    if (tally.products === most) return
  }
}
