import type { AppError } from '#shared/errors.ts'
import type { Clock } from '#server/platforms/clock.ts'

/**
 * How long a call may take: attempts, the time for each of them, and the time for all with the waits between them. Calls that give
 * way let others go first.
 */
export type Patience = { attempts: number; attemptMs: number; totalMs: number; givesWay?: boolean }

/** Somebody looks at a spinner (a list, a test of the connection), or an export that takes its time. */
export const patience = {
  interactive: { attempts: 4, attemptMs: 10_000, totalMs: 10_000 },
  /** What must not happen twice is tried once. */
  once: { attempts: 1, attemptMs: 60_000, totalMs: 60_000 },
  export: { attempts: 8, attemptMs: 60_000, totalMs: 300_000, givesWay: true },
} as const satisfies Record<string, Patience>

/** What an attempt came to: a value, or a failure that may pass, with the wait that the shop asked for if it did. */
export type AttemptResult<T> = { value: T } | { again: AppError; waitMs?: number | undefined }

export type Turn = { attempt: number; msLeft: number }

const BASE_MS = 500
const CAP_MS = 20_000

/** Full jitter: anything from nothing to a cap that doubles, so that callers who failed together do not come back together. */
function backoff(attempt: number, random: number): number {
  return Math.round(random * Math.min(CAP_MS, BASE_MS * 2 ** attempt))
}

/**
 * Tries until an attempt gives a value, fails for good (throws), or the patience is used up; then the last passing failure is
 * thrown. A wait that would not fit in the time left is not begun; of one that is, `onWait` hears the reason.
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

/** Sleeps; an abort is told as its own reason. */
export async function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } finally {
    signal?.throwIfAborted()
  }
}

/**
 * A Retry-After header in milliseconds: seconds or an HTTP date (RFC 9110). `undefined` where it is missing, not ahead of us or
 * not to be understood; then our own backoff rules.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const typed = header.trim()
  const ms = /^\d+(\.\d+)?$/.test(typed) ? Number(typed) * 1000 : /^[A-Z]/i.test(typed) ? Date.parse(typed) - now : Number.NaN
  return ms > 0 && Number.isFinite(ms) ? Math.ceil(ms) : undefined
}
