/** Stops waiting when the signal aborts. The work itself goes on, because others may still want it, or because it cannot be stopped. */
export async function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return Promise.race([aborted, promise]).finally(() => signal.removeEventListener('abort', abort))
}
