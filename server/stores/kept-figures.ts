import { LRUCache } from 'lru-cache'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { OrderFigures } from '#shared/order-figures.ts'
import { toFailure } from '#server/procedure/failure.ts'
import type { Deps } from '#server/deps.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** Counts a store's orders. `publish` receives the figures so far, each time more of them are known. */
export type CountFigures = (earlier: OrderFigures | null, publish: (figures: OrderFigures) => void, signal: AbortSignal) => Promise<void>

/** What is known of a store's figures at this moment. */
export type KnownFigures = { figures: OrderFigures | null; isUpdating: boolean; problem: string | null }

/**
 * The order figures of all stores, counted in the background: an answer never waits for a shop. A store is counted at most once at a time,
 * and not again before its figures are some minutes old.
 */
export type KeptFigures = {
  /** Answers at once, and starts counting where the figures are missing or old. */
  of(store: StoreRow, count: CountFigures): KnownFigures
  /** Resolves when nothing is being counted. */
  settled(): Promise<void>
  /** Ends all counting. */
  close(): Promise<void>
}

type Entry = { figures: OrderFigures | null; problem: string | null; dueAt: number; running: Promise<void> | null }

export function keepFigures({ now, log }: Pick<Deps, 'now' | 'log'>): KeptFigures {
  const { stores, ttlMs, retryMs } = limits.orderFigures
  const entries = new LRUCache<string, Entry>({ max: stores })
  const running = new Set<Promise<void>>()
  const closing = new AbortController()

  async function update(entry: Entry, count: CountFigures) {
    try {
      await count(entry.figures, (figures) => void (entry.figures = figures), closing.signal)
      entry.problem = null
      entry.dueAt = now() + ttlMs
    } catch (error) {
      if (closing.signal.aborted) return
      if (!(error instanceof AppError)) log.error({ err: error }, 'figures could not be counted')
      entry.problem = toFailure(error).message
      entry.dueAt = now() + retryMs
    }
  }

  const settled = async () => void (await Promise.all(running))

  return {
    of({ id, platform, domain, timezone }, count) {
      const key = JSON.stringify([id, platform, domain, timezone])
      const entry = entries.get(key) ?? { figures: null, problem: null, dueAt: 0, running: null }
      entries.set(key, entry)
      if (!entry.running && now() >= entry.dueAt && !closing.signal.aborted) {
        const run = update(entry, count).finally(() => {
          entry.running = null
          running.delete(run)
        })
        entry.running = run
        running.add(run)
      }
      return { figures: entry.figures, isUpdating: entry.running !== null, problem: entry.problem }
    },
    settled,
    close() {
      closing.abort(new Error('The server stops.'))
      return settled()
    },
  }
}
