import { copiedBetween, copyProducts, removeGone, type StoreReading } from '#server/catalogue/reading.ts'

/**
 * Copies all products of a store, and removes those that the shop no longer has. Whatever it has not reached yet stays as it was. Returns the
 * last change that was seen.
 */
export async function fillCopy(reading: StoreReading): Promise<number | null> {
  const readAt = reading.now()
  let walked: string | null = null

  async function removeMissing(ids: readonly string[], upTo: string | null) {
    const copied = await copiedBetween(reading, walked, upTo)
    const present = new Set(ids)
    const missing = [...copied.keys()].filter((id) => !present.has(id))
    await removeGone(reading, missing, readAt)
  }
  const { last } = await copyProducts(reading, { query: {} }, async (ids) => {
    const upTo = ids.at(-1) ?? null
    await removeMissing(ids, upTo)
    walked = upTo
  })
  await removeMissing([], null)
  return last
}
