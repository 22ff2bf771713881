import type { Database } from '#drizzle/database.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { eventsAfter, sequence, type NumberedEvent } from './repo.ts'

/** The events of all processes, as they are recorded. All streams of a process share one look at the database. */
export type Feed = {
  /** The events after a number, at once where there are some, otherwise as soon as there are, or none after `silentMs` or an abort. */
  after(seq: number, signal: AbortSignal): Promise<readonly NumberedEvent[]>
  /** Counts a stream of this caller, until `close`. null: they have too many, or the process has. */
  open(caller: string): { close(): void } | null
  /** Aborted when the process stops. */
  stopping: AbortSignal
  close(): void
}

type FeedDeps = { database: Database; log: Deps['log'] }
const { page, held, streams, lookMs, silentMs } = limits.events

/** Looks for new events only while a stream waits for some. */
export function createFeed({ database: { db }, log }: FeedDeps): Feed {
  const stopping = new AbortController()
  /** The streams that wait, and the number after which each of them waits. */
  const waiting = new Map<() => void, number>()
  const openBy = new Map<string, number>()
  /** The newest events, without a gap after `heldAfter`. */
  let newest: NumberedEvent[] = []
  let heldAfter: number | null = null
  let timer: NodeJS.Timeout | null = null
  let isAway = false

  const lastHeld = () => newest.at(-1)?.seq ?? heldAfter

  function hold(found: readonly NumberedEvent[]) {
    newest.push(...found)
    const dropped = newest.splice(0, Math.max(0, newest.length - held)).at(-1)
    if (dropped) heldAfter = dropped.seq
  }

  async function look() {
    heldAfter ??= (await sequence(db)).last
    let found: readonly NumberedEvent[]
    do {
      found = await eventsAfter(db, lastHeld() ?? heldAfter, page)
      hold(found)
    } while (found.length === page)
    isAway = false
    const last = lastHeld() ?? heldAfter
    for (const [wake, seq] of waiting) if (seq < last) wake()
  }

  function lookLater() {
    timer ??= setTimeout(() => {
      void look()
        .catch((error: unknown) => {
          // Logged once, because it is repeated every second.
          if (!isAway) log.error(error, 'new events could not be looked for')
          isAway = true
        })
        .finally(() => {
          timer = null
          if (waiting.size > 0 && !stopping.signal.aborted) lookLater()
        })
    }, lookMs).unref()
  }

  function wait(seq: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || stopping.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(silence)
        signal.removeEventListener('abort', wake)
        waiting.delete(wake)
        resolve()
      }
      const silence = setTimeout(wake, silentMs).unref()
      signal.addEventListener('abort', wake, { once: true })
      waiting.set(wake, seq)
      lookLater()
    })
  }

  async function known(seq: number): Promise<readonly NumberedEvent[]> {
    const isHeld = heldAfter !== null && seq >= heldAfter
    return isHeld ? newest.filter((one) => one.seq > seq).slice(0, page) : eventsAfter(db, seq, page)
  }

  return {
    async after(seq, signal) {
      const found = await known(seq)
      if (found.length > 0) return found
      // What was recorded since is found within `lookMs`.
      await wait(seq, signal)
      return known(seq)
    },
    open(caller) {
      const own = openBy.get(caller) ?? 0
      const all = [...openBy.values()].reduce((sum, count) => sum + count, 0)
      if (own >= streams.caller || all >= streams.process) return null
      openBy.set(caller, own + 1)
      return {
        close() {
          const left = (openBy.get(caller) ?? 1) - 1
          if (left === 0) openBy.delete(caller)
          else openBy.set(caller, left)
        },
      }
    },
    stopping: stopping.signal,
    close() {
      stopping.abort()
      for (const wake of waiting.keys()) wake()
    },
  }
}
