import { LRUCache } from 'lru-cache'
import type { StoreRow } from '#server/stores/service.ts'
import { limits } from '#shared/limits.ts'

/** The recent counts of all shops, bounded in number. A refreshed screen does not ask its shop again. */
export type KeptCounts = {
  /** The count that was taken within the last minute, otherwise a new one. A failed count is not kept. */
  of(store: StoreRow, query: object, count: () => Promise<number | null>): Promise<number | null>
}

export function keepCounts(now: () => number): KeptCounts {
  const { ttlMs, max } = limits.keptCounts
  const kept = new LRUCache<string, { count: number | null }>({ max, ttl: ttlMs, ttlResolution: 0, perf: { now } })
  return {
    async of({ id, platform, domain }, query, count) {
      const key = JSON.stringify([id, platform, domain, query])
      const known = kept.get(key)
      if (known) return known.count
      const fresh = { count: await count() }
      kept.set(key, fresh)
      return fresh.count
    },
  }
}
