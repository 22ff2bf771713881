/** How long a list waits for one more shop after another has answered. */
export const GRACE_MS = 2_000

/** Waits so many milliseconds; rejects when the signal aborts. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * What came, `null` in the place of what did not. Waits for all, but no longer than the grace once nothing more comes behind something
 * that is worth showing. What is still under way then goes on, and nobody hears of it here. Rejects as the first that rejects.
 */
export async function gather<Heard>(
  asked: readonly Promise<Heard>[],
  isWorthShowing: (heard: Heard) => boolean,
  pause: Pause,
): Promise<(Heard | null)[]> {
  const all = asked.map((): Heard | null => null)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let grace = new AbortController()
  let left = asked.length
  let isShowable = false

  function hear(heard: Heard, at: number) {
    all[at] = heard
    left -= 1
    isShowable ||= isWorthShowing(heard)
    grace.abort()
    if (left === 0) return resolve()
    if (!isShowable) return
    grace = new AbortController()
    // A grace that is aborted has been followed by the next one.
    pause(GRACE_MS, grace.signal).then(resolve, () => {})
  }

  for (const [index, one] of asked.entries()) one.then((heard) => hear(heard, index), reject)
  await promise.finally(() => grace.abort())
  return [...all]
}
