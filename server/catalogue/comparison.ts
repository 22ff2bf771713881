import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { batchesOf } from '#server/catalogue/batches.ts'
import { shopTime } from '#server/catalogue/copied.ts'
import { copiedBetween, readAgain, removeGone, type StoreReading } from '#server/catalogue/reading.ts'

/**
 * Compares all ids and update times of a store with its copy, and corrects the copy. Returns the number of products that differed, without
 * those that have only just changed.
 */
export async function compareCopy(reading: StoreReading): Promise<number> {
  const { shop, assertOwned, signal, now } = reading
  const readAt = now()
  let walked: string | null = null
  let differences = 0

  /** Returns the update times that the copy has of the others. */
  async function removeMissing(present: ReadonlySet<string>, upTo: string | null): Promise<ReadonlyMap<string, number | null>> {
    const others = new Map<string, number | null>()
    for await (const copied of copiedBetween(reading, walked, upTo)) {
      const missing = [...copied.keys()].filter((id) => !present.has(id))
      differences += await removeGone(reading, missing, readAt)
      for (const [id, updatedAt] of copied) if (present.has(id)) others.set(id, updatedAt)
    }
    return others
  }
  for await (const batch of batchesOf(shop.walkProducts({ query: {} }, ['Product Id'], { signal }), {
    items: catalogueLimits.copy.idsRead,
  })) {
    await assertOwned()
    const upTo = batch.at(-1)?.id ?? null
    const copied = await removeMissing(new Set(batch.map(({ id }) => id)), upTo)
    walked = upTo
    const differing = batch.filter(({ id, updatedAt }) => copied.get(id) !== shopTime(updatedAt))
    differences += differing.filter(({ updatedAt }) => (shopTime(updatedAt) ?? 0) <= readAt).length
    await readAgain(
      reading,
      differing.map(({ id }) => id),
    )
  }
  await removeMissing(new Set(), null)
  return differences
}
