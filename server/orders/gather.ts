/** The time that a list waits for another shop after the last answer. */
export const GRACE_MS = 2_000

/** Waits this number of milliseconds. Rejects when the signal aborts. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * The results, with `null` for each one that did not arrive. Waits for all, but once a result is worth showing, it ends as soon as no other
 * result arrives within the grace period. The remaining calls continue, and their results are ignored. Rejects with the first rejection.
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
    // Each new result aborts the grace period before it and starts another one.
    pause(GRACE_MS, grace.signal).then(resolve, () => {})
  }

  for (const [index, one] of asked.entries()) one.then((heard) => hear(heard, index), reject)
  await promise.finally(() => grace.abort())
  return [...all]
}
