import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { limits } from '#shared/limits.ts'
import { isAbove } from '#server/platforms/ascending.ts'
import type { ExportProduct, ProductSelection, Shop } from '#server/platforms/port.ts'
import { batchesOf } from '#server/catalogue/batches.ts'
import { copiedColumns, copyOf, shopTime } from '#server/catalogue/copied.ts'

/** What a keeper needs to read a store. `assertOwned` throws where it has lost the store. */
export type StoreReading = {
  storeId: string
  /** Whether the store is read for the first time. */
  isFirst: boolean
  shop: Shop
  catalogue: CatalogueCopy
  /** Milliseconds since 1970. */
  now: () => number
  assertOwned: () => Promise<void>
  signal: AbortSignal
}

/** The last change among products, in milliseconds since 1970. null: there is none. */
const lastOf = (products: readonly ExportProduct[], last: number | null) =>
  products.reduce<number | null>((latest, { updatedAt }) => {
    const time = shopTime(updatedAt)
    return time !== null && (latest === null || time > latest) ? time : latest
  }, last)

/** The ids and update times of the copy after one id, up to another or to the end. */
export async function copiedBetween(
  { catalogue, storeId }: StoreReading,
  after: string | null,
  upTo: string | null,
): Promise<Map<string, number | null>> {
  const found = new Map<string, number | null>()
  for (let last = after; ;) {
    const page = await catalogue.ids(storeId, last, limits.catalogueCopy.idsRead)
    for (const { productId, updatedAt } of page) {
      if (upTo !== null && isAbove(productId, upTo)) return found
      found.set(productId, updatedAt)
    }
    if (page.length < limits.catalogueCopy.idsRead) return found
    last = page.at(-1)?.productId ?? null
  }
}

/** Copies the selected products. `beside` gets each group that was written. Returns the last change that was seen. */
export async function copyProducts(
  reading: StoreReading,
  selection: ProductSelection,
  beside: (ids: readonly string[]) => Promise<void> = async () => {},
): Promise<number | null> {
  const { shop, catalogue, storeId, isFirst, assertOwned, signal, now } = reading
  // The products of a walk are read after this.
  const readAt = now()
  let last: number | null = null
  for await (const batch of batchesOf(shop.walkProducts(selection, copiedColumns, { signal }), limits.catalogueCopy.written)) {
    await assertOwned()
    await catalogue.write(storeId, batch.map(copyOf), readAt, { isFirst })
    await beside(batch.map(({ id }) => id))
    last = lastOf(batch, last)
  }
  return last
}

/**
 * Removes those of these products that the shop does not have. A list of a shop may come short, so it is asked for them by their ids. Returns
 * their number. @param readAt see `CatalogueCopy.remove`
 */
export async function removeGone(reading: StoreReading, ids: readonly string[], readAt: number): Promise<number> {
  const { shop, catalogue, storeId, isFirst, assertOwned, signal } = reading
  if (ids.length === 0) return 0
  const existing = await shop.existingProducts(ids, { signal })
  const gone = ids.filter((id) => !existing.has(id))
  await assertOwned()
  if (gone.length > 0) await catalogue.remove(storeId, gone, readAt, { isFirst })
  return gone.length
}
