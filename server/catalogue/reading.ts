import type { CatalogueCopy, CopyVersion } from '#drizzle/catalogue/copy.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { isAbove } from '#server/platforms/ascending.ts'
import type { ExportProduct, ProductSelection, Shop, WalkOptions } from '#server/platforms/port.ts'
import { batchesOf } from '#server/catalogue/batches.ts'
import { copiedColumns, copyOf, shopTime } from '#server/catalogue/copied.ts'

/** What a keeper needs to read a store. `assertOwned` throws where it has lost the store. */
export type StoreReading = {
  storeId: string
  /** Of its prices. */
  currency: string
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

/** The ids and update times of the copy after one id, up to another or to the end, in groups: a shop may have deleted any number. */
export async function* copiedBetween(
  { catalogue, storeId }: StoreReading,
  after: string | null,
  upTo: string | null,
): AsyncGenerator<ReadonlyMap<string, number | null>> {
  for (let last = after; ;) {
    const page = await catalogue.ids(storeId, last, catalogueLimits.copy.idsRead)
    const within = page.filter(({ productId }) => upTo === null || !isAbove(productId, upTo))
    yield new Map(within.map(({ productId, updatedAt }) => [productId, updatedAt]))
    if (within.length < catalogueLimits.copy.idsRead) return
    last = page.at(-1)?.productId ?? null
  }
}

const secondMs = 1_000

/**
 * Whether the copy already has a change that a shop has told. Its times have whole seconds, so that a product that was read within the second of a
 * change may have changed again since. @param changedAt by the shop's clock. null: it was not told
 */
export function hasChange(copied: CopyVersion | null, changedAt: number | null): boolean {
  if (changedAt === null || copied === null || copied.updatedAt === null) return false
  return copied.updatedAt > changedAt || (copied.updatedAt === changedAt && copied.readAt >= changedAt + secondMs)
}

/** `last`: the last change that was seen. `changed`: the number of products that were not as in the copy. */
export type Copied = { last: number | null; changed: number }

/** `beside` gets each group that was written. */
type CopyOptions = Pick<WalkOptions, 'onProvisional'> & { beside?: (ids: readonly string[]) => Promise<void> }

/** Copies the selected products. With `onProvisional`, it may throw `RolledBack`. */
export async function copyProducts(
  reading: StoreReading,
  selection: ProductSelection,
  { beside = async () => {}, ...walking }: CopyOptions = {},
): Promise<Copied> {
  const { shop, catalogue, storeId, isFirst, currency, assertOwned, signal, now } = reading
  // The products of a walk are read after this.
  const readAt = now()
  let last: number | null = null
  let changed = 0
  const products = shop.walkProducts(selection, copiedColumns, { signal, ...walking })
  const { written, writtenVariants } = catalogueLimits.copy
  for await (const batch of batchesOf(products, { items: written, parts: writtenVariants, partsOf: ({ variants }) => variants.length })) {
    await assertOwned()
    changed += await catalogue.write(storeId, batch.map(copyOf), readAt, { isFirst, currency, now })
    await beside(batch.map(({ id }) => id))
    last = lastOf(batch, last)
  }
  return { last, changed }
}

/** Reads products of the shop again, and removes those that it does not have any more. Returns the last change that was seen. */
export async function readAgain(reading: StoreReading, ids: readonly string[]): Promise<number | null> {
  if (ids.length === 0) return null
  const readAt = reading.now()
  const found = new Set<string>()
  const { last } = await copyProducts(reading, { ids }, { beside: async (read) => read.forEach((id) => found.add(id)) })
  await removeGone(
    reading,
    ids.filter((id) => !found.has(id)),
    readAt,
  )
  return last
}

/**
 * Removes those of these products that the shop does not have. A list of a shop may come short, so it is asked for them by their ids. Returns
 * their number. @param readAt see `CatalogueCopy.remove`
 */
export async function removeGone(reading: StoreReading, ids: readonly string[], readAt: number): Promise<number> {
  const { shop, catalogue, storeId, isFirst, assertOwned, signal, now } = reading
  if (ids.length === 0) return 0
  const existing = await shop.existingProducts(ids, { signal })
  const gone = ids.filter((id) => !existing.has(id))
  // As many in one transaction as are written in one, so that others can write between.
  for (let from = 0; from < gone.length; from += catalogueLimits.copy.written) {
    await assertOwned()
    await catalogue.remove(storeId, gone.slice(from, from + catalogueLimits.copy.written), readAt, { isFirst, now })
  }
  return gone.length
}
