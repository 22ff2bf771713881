/** A whole number that a JavaScript number may not hold: above 2^53 at the latest from 17 digits on. */
const SUSPECT = /[:[,]\s*-?(?:9\d{15}|\d{17,})\s*[,}\]]/

/** The third argument of a JSON reviver: the text that a number was written as. TypeScript does not know it yet. */
type Context = { source?: string }

function digitsIfTooLarge(_key: string, value: unknown, { source }: Context = {}): unknown {
  const isTooLarge = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
  return isTooLarge ? source : value
}

/**
 * JSON with whole numbers too large for a JavaScript number as their digits: ShopBase sends ids as numbers, and an id that is off
 * by one is another product. Most answers hold none, and are parsed the quick way.
 */
export function parseExact(text: string): unknown {
  return SUSPECT.test(text) ? JSON.parse(text, digitsIfTooLarge) : JSON.parse(text)
}
