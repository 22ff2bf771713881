/**
 * Runs calls in parallel. If one fails, the others are aborted, because their results are no longer needed and their retries would run on
 * for seconds.
 * @param begin starts the calls with the signal that aborts them
 */
export async function allOrNone<const Calls extends readonly Promise<unknown>[]>(
  signal: AbortSignal | undefined,
  begin: (signal: AbortSignal) => Calls,
): Promise<{ -readonly [Index in keyof Calls]: Awaited<Calls[Index]> }> {
  const stop = new AbortController()
  try {
    return await Promise.all(begin(signal ? AbortSignal.any([signal, stop.signal]) : stop.signal))
  } finally {
    stop.abort()
  }
}
