import { RolledBack, type WalkOptions } from '#server/platforms/port.ts'
import { copiedBetween, copyProducts, removeGone, type StoreReading } from '#server/catalogue/reading.ts'

async function fill(reading: StoreReading, walking: Pick<WalkOptions, 'onProvisional'>): Promise<number | null> {
  const readAt = reading.now()
  let walked: string | null = null

  async function removeMissing(ids: readonly string[], upTo: string | null) {
    const present = new Set(ids)
    for await (const copied of copiedBetween(reading, walked, upTo)) {
      const missing = [...copied.keys()].filter((id) => !present.has(id))
      await removeGone(reading, missing, readAt)
    }
  }
  async function beside(ids: readonly string[]) {
    const upTo = ids.at(-1) ?? null
    await removeMissing(ids, upTo)
    walked = upTo
  }
  const { last } = await copyProducts(reading, { query: {} }, { beside, ...walking })
  await removeMissing([], null)
  return last
}

/**
 * Copies all products of a store, and removes those that the shop no longer has. Whatever it has not reached yet stays as it was. Returns the
 * last change that was seen.
 */
export async function fillCopy(reading: StoreReading): Promise<number | null> {
  // Only a whole file shows that each of its products is whole. Nobody relies on those of a first reading before its end.
  if (!reading.isFirst) return fill(reading, {})
  try {
    return await fill(reading, { onProvisional: () => {} })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    return fill(reading, {})
  }
}
