import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** The window of those who look without scraping, where nobody scrapes. */
const windowMs = 60_000
/** Node's histogram contains the interval of its own timer. */
const intervalMs = 10
const quantiles = [0.5, 0.99, 1] as const

/** Measures the delay of this thread's event loop. */
export type EventLoopWatch = {
  /** Sets the metrics to the delay since the last scrape, and begins anew. */
  scrape(): void
  /** Sets the metrics likewise, and takes nothing from the next scrape. Where nobody scrapes, it begins anew each minute. */
  look(): void
  stop(): void
}

export function watchEventLoop({ thread, set }: Pick<Metrics, 'thread' | 'set'>): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: intervalMs })
  delays.enable()
  let begunAt = performance.now()
  function note() {
    for (const quantile of quantiles) {
      const seconds = Math.max(0, delays.percentile(quantile * 100) / 1e9 - intervalMs / 1_000)
      set('backcounter_event_loop_delay_seconds', { thread, quantile: String(quantile) }, seconds)
    }
  }
  function beginAnew() {
    delays.reset()
    begunAt = performance.now()
  }
  return {
    scrape() {
      note()
      beginAnew()
    },
    look() {
      note()
      if (performance.now() - begunAt > windowMs) beginAnew()
    },
    stop: () => void delays.disable(),
  }
}
