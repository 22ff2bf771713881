import { idKey } from '#drizzle/catalogue/rows.ts'

/** An id with at most 15 digits takes less room as an integer. better-sqlite3 stores a bigint as one. */
const short = /^(0|[1-9]\d{0,14})$/

/** What stands for an id of a product. Integers are sorted before texts, and both by the number. */
export const productKey = (id: string): bigint | string => (short.test(id) ? BigInt(id) : idKey(id))

/** The id of a product's key. */
export const productIdOf = (key: number | string): string => (typeof key === 'number' ? String(key) : key.slice(1))

/** What stands for an id that nothing is sorted by. */
export const plainKey = (id: string): bigint | string => (short.test(id) ? BigInt(id) : id)
