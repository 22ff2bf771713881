/**
 * Finds whole numbers that may exceed 2^53, up to which JavaScript numbers are exact: those of 17 or more digits, and those of 16 that
 * start with 9.
 */
const SUSPECT = /[:[,]\s*-?(?:9\d{15}|\d{17,})\s*[,}\]]/

/** The third argument of a JSON reviver: the source text of a number. TypeScript does not declare it yet. */
type Context = { source?: string }

function digitsIfTooLarge(_key: string, value: unknown, { source }: Context = {}): unknown {
  const isTooLarge = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
  return isTooLarge ? source : value
}

/**
 * Parses JSON and returns whole numbers too large for a JavaScript number as text. ShopBase sends ids as numbers, and an id that is off by
 * one is another product. Most answers have no such numbers and are parsed without the slower reviver.
 */
export function parseExact(text: string): unknown {
  return SUSPECT.test(text) ? JSON.parse(text, digitsIfTooLarge) : JSON.parse(text)
}
