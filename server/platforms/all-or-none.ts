/**
 * Makes calls side by side. Where one fails, the others are aborted: nobody wants their answers any more, and their tries would go on
 * for seconds. @param begin starts the calls with the signal that ends them
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
