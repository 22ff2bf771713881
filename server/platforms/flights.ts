import { unlessAborted } from '#server/platforms/unless-aborted.ts'

/** Work that several callers wait for: equal work at the same moment is done once. */
export type Flights<Result> = {
  /**
   * Joins the work under way with this key, or begins it. All callers get its result, or its error. The work is aborted when no caller waits
   * any longer; a caller who aborts stops only waiting.
   */
  join(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Work that is under way is joined no more, because its result may be out of date. Its callers still get it. */
  close(): void
}

type Flight<Result> = { result: Promise<Result>; callers: number; isOver: boolean; stop: AbortController }

export function createFlights<Result>(): Flights<Result> {
  const open = new Map<string, Flight<Result>>()

  function end(key: string, flight: Flight<Result>) {
    flight.isOver = true
    if (open.get(key) === flight) open.delete(key)
  }

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController()
    const flight = { result: work(stop.signal), callers: 0, isOver: false, stop }
    open.set(key, flight)
    // Its callers handle a failure, and nobody has to when all have left.
    flight.result.catch(() => {}).finally(() => end(key, flight))
    return flight
  }

  return {
    async join(key, signal, work) {
      signal?.throwIfAborted()
      const flight = open.get(key) ?? begin(key, work)
      flight.callers += 1
      try {
        return await unlessAborted(flight.result, signal)
      } finally {
        flight.callers -= 1
        if (flight.callers === 0 && !flight.isOver) {
          end(key, flight)
          flight.stop.abort(signal?.reason)
        }
      }
    },
    close: () => open.clear(),
  }
}
