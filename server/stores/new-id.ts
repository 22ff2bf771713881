import { storeColorNumber, storeColors } from '#shared/store-color.ts'

/**
 * A random id for a new store. Its colour is one that the fewest other stores have, so that it can keep it. `others`: the ids of all stores,
 * in the order of creation.
 */
export function newStoreId(others: readonly string[]): string {
  for (;;) {
    const id = crypto.randomUUID()
    if (storeColors([...others, id]).get(id) === storeColorNumber(id)) return id
  }
}
