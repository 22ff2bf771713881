import { storeColorCount, storeColorNumber } from '#shared/store-color.ts'

/** A random id for a new store, whose colour is the first one that the fewest other stores have. `others`: the ids of all stores. */
export function newStoreId(others: readonly string[]): string {
  const uses = Array.from({ length: storeColorCount }, () => 0)
  for (const id of others) {
    const color = storeColorNumber(id)
    uses[color] = (uses[color] ?? 0) + 1
  }
  const wanted = uses.indexOf(Math.min(...uses))
  for (;;) {
    const id = crypto.randomUUID()
    if (storeColorNumber(id) === wanted) return id
  }
}
