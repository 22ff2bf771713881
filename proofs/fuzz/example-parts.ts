// What the examples of the operations are made of.
import type { Random } from '#sandbox/catalogue/random.ts'
import type { Pools } from './pools.ts'

export type KnownStore = { id: string; platform: 'shopify' | 'shopbase'; request: Record<string, unknown> }
export type Known = {
  pools: Pools
  /** Stores whose shops answer. */
  stores: readonly KnownStore[]
  /** A store whose shop never answers. Its exports wait. */
  silentStore: string
  /** A product of every store, which the copy of the catalogues has. */
  copied: string
  /** An SKU that a store has twice. */
  doubled: string
  /** Schedules that are not the owner's. */
  othersSchedules: readonly string[]
  sheetUrl: string
  /** The key file of a service account that Google accepts. */
  googleKey: string
}
export type Example = (random: Random, known: Known) => object

/** A known value, or a similar one. */
export function oneOf<Thing>(random: Random, things: readonly Thing[], otherwise: Thing): Thing {
  return things[random.int(things.length)] ?? otherwise
}

/** One of several requests. */
export const among = (random: Random, first: object, ...others: object[]): object => random.pick<object>([first, ...others])

export const missing = { id: '00000000-0000-4000-8000-000000000000' }
export const storeOf = (random: Random, { stores }: Known) =>
  oneOf(
    random,
    stores.map(({ id }) => id),
    missing.id,
  )
export const text = (random: Random) => `Fuzz ${random.int(2 ** 30)}`
export const roles = (random: Random, known: Known) => [
  { role_id: random.pick(['viewer', 'staff', 'manager']), store_id: random.chance(0.5) ? null : storeOf(random, known) },
]

export const spareStore = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.spareStores.all(), missing).id })

/** The first page of a list; sometimes the next page of a known list, or of another list. */
export function paged(random: Random, { pools }: Known, operation: string, first: object): object {
  if (random.chance(0.7)) return first
  const seen = pools.cursors.all().filter((one) => one.operation === operation || random.chance(0.02))
  const { cursor, input } = oneOf(random, seen, { operation, cursor: '', input: first })
  return cursor ? { ...input, cursor } : first
}
