import { setImmediate } from 'node:timers/promises'

/** Asks for a page, which knows how to ask for the one behind it. */
export type PageStep<Page> = (signal: AbortSignal) => Promise<Page>

/**
 * Lets a question that was just asked leave this machine. Whoever reads a page keeps the thread busy, and undici takes two turns
 * of the event loop before it writes to a socket that has just been read from.
 */
async function departure() {
  await setImmediate()
  await setImmediate()
}

/**
 * Pages one after another, each of them asked for before the one in front of it is handed out: reading a page and fetching the
 * next overlap. Stop reading, or abort, and the call under way is broken off.
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
      // Its failure is met when its turn comes, or nobody wants it any more.
      pending?.catch(() => {})
      if (pending) await departure()
      yield page
    }
  } finally {
    stop.abort()
  }
}

/** Works through a list, a few at a time, in order. */
export async function inTurns<In, Out>(list: readonly In[], width: number, work: (one: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  for (let start = 0; start < list.length; start += width) done.push(...(await Promise.all(list.slice(start, start + width).map(work))))
  return done
}

/**
 * Hands a page's rows out one by one and lets go of those that were handed out: what is used up becomes free while the rest is
 * used and the next page comes, and memory does not grow with the number of pages.
 */
export function* drained<Row extends object>(page: Row[]): Generator<Row> {
  page.reverse()
  for (let row = page.pop(); row; row = page.pop()) yield row
}
