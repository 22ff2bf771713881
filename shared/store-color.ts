/** The number of colours that tell stores apart on all screens. */
export const storeColorCount = 10

/** The number of the colour that a store has if no earlier store has it, from 0. It depends on the id alone. The hash is FNV-1a. */
export function storeColorNumber(id: string): number {
  let hash = 0x81_1c_9d_c5
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0) % storeColorCount
}

/**
 * The number of each store's colour, by id. Up to ten stores have colours of their own, and more share them evenly. `ids` are in the order
 * of creation: a store takes the preferred colour, or the first one that the fewest earlier stores have. So a new store changes no other.
 */
export function storeColors(ids: readonly string[], preferred: (id: string) => number = storeColorNumber): Map<string, number> {
  const uses = Array.from({ length: storeColorCount }, () => 0)
  const colors = new Map<string, number>()
  for (const id of ids) {
    const fewest = Math.min(...uses)
    const wanted = preferred(id)
    const color = uses[wanted] === fewest ? wanted : uses.indexOf(fewest)
    uses[color] = fewest + 1
    colors.set(id, color)
  }
  return colors
}

/**
 * The colours for a person who sees only some of the stores: those of all stores, as far as they are distinct. Both lists are in the order
 * of creation.
 */
export function visibleStoreColors(ids: readonly string[], isVisible: (id: string) => boolean): Map<string, number> {
  const all = storeColors(ids)
  return storeColors(ids.filter(isVisible), (id) => all.get(id) ?? storeColorNumber(id))
}
