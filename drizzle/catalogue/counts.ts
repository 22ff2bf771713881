// How the numbers of a store's products change, by their status.
import type { CopyCount } from '#drizzle/catalogue/copy.ts'

export type CountChange = Omit<CopyCount, 'storeId'>

type Counted = { status: string; isOut: boolean; variants: number }

/** A product that is there now, or was before. */
function counted({ status, isOut, variants }: Counted, by: 1 | -1): CountChange {
  return { status, products: by, variants: by * variants, out: isOut ? by : 0 }
}

/** What a product in place of another changes. */
export const countChanges = (before: Counted | undefined, after: Counted | null): CountChange[] => [
  ...(before ? [counted(before, -1)] : []),
  ...(after ? [counted(after, 1)] : []),
]

/** All changes together, once for each status that has any. */
export function summedChanges(changes: readonly CountChange[]): CountChange[] {
  const byStatus = Map.groupBy(changes, ({ status }) => status)
  const sum = (some: readonly CountChange[], key: 'products' | 'variants' | 'out') => some.reduce((all, change) => all + change[key], 0)
  return [...byStatus]
    .map(([status, some]) => ({
      status,
      products: sum(some, 'products'),
      variants: sum(some, 'variants'),
      out: sum(some, 'out'),
    }))
    .filter(({ products, variants, out }) => products !== 0 || variants !== 0 || out !== 0)
    .toSorted((one, other) => (one.status < other.status ? -1 : 1))
}
