import { LRUCache } from 'lru-cache'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'

/** Shorter than the time in which a change is to be seen, with the looks of the screens. */
const ttlMs = 2_000
const searchesAtMost = 1_000

/**
 * Keeps the counts of searches for two seconds: further pages, and others with the same list, cost no counting. Equal searches at the same
 * moment are counted once. What is written through this copy is counted at once. @param now in milliseconds, of a clock that is never set back
 */
export function keepingCounts(copy: CatalogueCopy, now: () => number): CatalogueCopy {
  const kept = new LRUCache<string, Promise<number>>({ max: searchesAtMost, ttl: ttlMs, ttlResolution: 0, perf: { now } })
  const forgetting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      kept.clear()
    }
  }

  function count(...[{ storeIds, words, filters }, atMost]: Parameters<CatalogueCopy['count']>): Promise<number> {
    const key = JSON.stringify([storeIds, words, filters, atMost])
    const known = kept.get(key)
    if (known) return known
    const counted = copy.count({ storeIds, words, filters }, atMost)
    kept.set(key, counted)
    void counted.catch(() => kept.delete(key))
    return counted
  }

  return {
    ...copy,
    count,
    write: (...given) => forgetting(copy.write(...given)),
    remove: (...given) => forgetting(copy.remove(...given)),
    drop: (...given) => forgetting(copy.drop(...given)),
  }
}
