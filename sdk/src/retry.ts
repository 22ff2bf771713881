import { BackcounterError } from './errors.ts'

/** Waits, unless the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** Statuses with which proxies say that the server did not answer. */
const FROM_PROXIES = [502, 503, 504]
/** Whether the server is away or not ready. */
export const isAway = ({ status }: BackcounterError): boolean => FROM_PROXIES.includes(status ?? 0)

/** Whether another try can help. A call with 429 was not carried out. Whatever may have been is repeated only where that is harmless. */
function isPassing(error: BackcounterError, isRepeatable: boolean): boolean {
  const { code, status, retryAfterMs } = error
  if (status === 429) return true
  // The first call with this key is still running: its answer was lost before it ended.
  if (status === 409) return isRepeatable && retryAfterMs !== null
  if (code === 'NETWORK') return isRepeatable
  if (code === 'UNEXPECTED_ANSWER') return isRepeatable && isAway(error)
  return isRepeatable && status === 503
}

type Options = { isRepeatable: boolean; forMs: number; signal: AbortSignal | undefined }

/**
 * Repeats a call that failed for the moment, after the pause that the server asks for, or after growing ones. Gives up with the last error
 * where the next try would begin more than `forMs` after the first.
 */
export async function withRetries<T>({ isRepeatable, forMs, signal }: Options, attempt: () => Promise<T>): Promise<T> {
  const begun = Date.now()
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof BackcounterError) || !isPassing(error, isRepeatable)) throw error
      const growing = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
      // A server that asks for no pause gets one: calls in a loop would keep it from recovering.
      const ms = error.retryAfterMs === null || error.retryAfterMs === 0 ? growing : error.retryAfterMs
      if (Date.now() - begun + ms > forMs) throw error
      await pause(ms, signal)
    }
  }
}
