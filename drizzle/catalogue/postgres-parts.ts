/**
 * The stores that one statement reads. Each has a table with 13 indexes, a statement locks all of them, and Postgres has room for some 6,000 locks of
 * all connections together (max_locks_per_transaction).
 */
const storesAtOnce = 28

/** Does work for some stores after the others, each time outside a transaction, whose locks would add up. */
export async function inParts<Store, Found>(
  stores: readonly Store[],
  work: (part: readonly Store[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = []
  for (let from = 0; from < stores.length; from += storesAtOnce) found.push(...(await work(stores.slice(from, from + storesAtOnce))))
  return found
}

/** Compares texts as Postgres does with the collation C: by their bytes. */
const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

type Sorted = { value: string | number | null; tie: string }

/**
 * Orders what several statements have sorted already. Values that are empty are last, whatever the direction.
 * @param isByTie whether products with one value are of several statements, so that their numbers order them
 */
export const inOrderOf =
  (reverse: boolean, isByTie: boolean) =>
  (one: Sorted, other: Sorted): number => {
    const sign = reverse ? -1 : 1
    if (one.value === null || other.value === null) {
      if (one.value !== other.value) return one.value === null ? 1 : -1
    } else {
      const isNumber = typeof one.value === 'number' && typeof other.value === 'number'
      const byValue = isNumber ? Number(one.value) - Number(other.value) : compareBytes(String(one.value), String(other.value))
      if (byValue !== 0) return sign * byValue
    }
    return isByTie ? sign * (BigInt(one.tie) < BigInt(other.tie) ? -1 : 1) : 0
  }
