import type { AppError } from '#shared/errors.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Priority } from '#server/platforms/priority.ts'

/** The patience of a call: the number of attempts, the time for each of them, the total time with the waits, and who waits. */
export type Patience = { attempts: number; attemptMs: number; totalMs: number; priority: Priority }

/** Either a user waits (a list, a connection test), or an export that may take its time, or nobody. See `ShopOptions`. */
export const patience = {
  interactive: { attempts: 4, attemptMs: 10_000, totalMs: 10_000, priority: 'person' },
  /** Calls that must not happen twice are never retried. */
  once: { attempts: 1, attemptMs: 60_000, totalMs: 60_000, priority: 'person' },
  export: { attempts: 8, attemptMs: 60_000, totalMs: 300_000, priority: 'export' },
  /** Rows are shown already, and a count comes beside them. */
  counts: { attempts: 4, attemptMs: 10_000, totalMs: 30_000, priority: 'counts' },
  figures: { attempts: 2, attemptMs: 10_000, totalMs: 300_000, priority: 'figures' },
  freshness: { attempts: 4, attemptMs: 60_000, totalMs: 300_000, priority: 'freshness' },
} as const satisfies Record<string, Patience>

/** The result of an attempt: a value, or a transient failure with the wait that the shop asked for, if any. */
export type AttemptResult<T> = { value: T } | { again: AppError; waitMs?: number | undefined }

export type Turn = { attempt: number; msLeft: number }

const BASE_MS = 500
const CAP_MS = 20_000

/** Full jitter: a random wait below a cap that doubles, so that callers who failed together do not retry together. */
function backoff(attempt: number, random: number): number {
  return Math.round(random * Math.min(CAP_MS, BASE_MS * 2 ** attempt))
}

/**
 * Retries until an attempt returns a value, fails permanently (throws) or the patience ends. At the end it throws the last transient
 * failure. It never starts a wait that exceeds the time left. `onWait` receives the reason of each wait.
 */
export async function retry<T>(
  attempt: (turn: Turn) => Promise<AttemptResult<T>>,
  { attempts, totalMs }: Patience,
  clock: Clock,
  signal?: AbortSignal,
  onWait?: (reason: string) => void,
): Promise<T> {
  const end = clock.now() + totalMs
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted()
    const outcome = await attempt({ attempt: turn, msLeft: end - clock.now() })
    if ('value' in outcome) return outcome.value
    const waitMs = outcome.waitMs ?? backoff(turn, clock.random())
    if (turn >= attempts || clock.now() + waitMs >= end) throw outcome.again
    onWait?.(outcome.again.message)
    await sleep(clock, waitMs, signal)
  }
}

/** Sleeps. An abort rejects with its own reason. */
export async function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } finally {
    signal?.throwIfAborted()
  }
}

/**
 * A Retry-After header in milliseconds: seconds or an HTTP date (RFC 9110). `undefined` where it is missing, past or invalid; then our own
 * backoff applies.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const typed = header.trim()
  const ms = /^\d+(\.\d+)?$/.test(typed) ? Number(typed) * 1000 : /^[A-Z]/i.test(typed) ? Date.parse(typed) - now : Number.NaN
  return ms > 0 && Number.isFinite(ms) ? Math.ceil(ms) : undefined
}
