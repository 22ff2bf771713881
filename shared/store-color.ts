/** The number of colours that tell stores apart on all screens. */
export const storeColorCount = 10

/** The number of a store's colour, from 0. It depends on the id alone, so that a renamed store keeps it. The hash is FNV-1a. */
export function storeColorNumber(id: string): number {
  let hash = 0x81_1c_9d_c5
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0) % storeColorCount
}
