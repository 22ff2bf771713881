import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** Node's histogram contains the interval of its own timer. */
const intervalMs = 10
const quantiles = [0.5, 0.99, 1] as const

/** Measures the delay of this thread's event loop. */
export type EventLoopWatch = {
  /** Sets the metrics to the delay since the last call. */
  note(): void
  stop(): void
}

export function watchEventLoop({ thread, set }: Pick<Metrics, 'thread' | 'set'>): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: intervalMs })
  delays.enable()
  return {
    note() {
      for (const quantile of quantiles) {
        const seconds = Math.max(0, delays.percentile(quantile * 100) / 1e9 - intervalMs / 1_000)
        set('backcounter_event_loop_delay_seconds', { thread, quantile: String(quantile) }, seconds)
      }
      delays.reset()
    },
    stop: () => void delays.disable(),
  }
}
