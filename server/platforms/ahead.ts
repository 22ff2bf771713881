import { setImmediate } from 'node:timers/promises'

/** Requests a page. The page can request the next one. */
export type PageStep<Page> = (signal: AbortSignal) => Promise<Page>

/**
 * Waits until a request that was just made leaves this machine. Reading a page keeps the thread busy, and undici needs two turns of the
 * event loop before it writes to a socket that it has just read from.
 */
async function departure() {
  await setImmediate()
  await setImmediate()
}

/**
 * Yields pages in order and requests the next page before it yields the current one, so that reading and fetching overlap. When the caller
 * stops or aborts, the running call is aborted.
 */
export async function* ahead<Page extends { next: PageStep<Page> | null }>(
  first: PageStep<Page> | null,
  signal?: AbortSignal,
): AsyncGenerator<Page> {
  const stop = new AbortController()
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  try {
    let pending = first?.(ended)
    while (pending) {
      const page = await pending
      pending = page.next?.(ended)
      // A failure is handled when this page is next, or ignored when the caller has stopped.
      pending?.catch(() => {})
      if (pending) await departure()
      yield page
    }
  } finally {
    stop.abort()
  }
}

/** Processes a list in order, a few items at a time. */
export async function inTurns<In, Out>(list: readonly In[], width: number, work: (one: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  for (let start = 0; start < list.length; start += width) done.push(...(await Promise.all(list.slice(start, start + width).map(work))))
  return done
}

/** Yields the rows of a page one by one and releases each yielded row. Memory does not grow with the number of pages. */
export function* drained<Row extends object>(page: Row[]): Generator<Row> {
  page.reverse()
  for (let row = page.pop(); row; row = page.pop()) yield row
}
