import { EventSource } from 'eventsource'
import { z } from 'zod'
import { openChannel } from '#client/session/tabs.ts'
import { Event, EventType, eventTypes } from '#shared/events.ts'

type Options = { token: () => Promise<string>; hear: (type: EventType) => void; signal: AbortSignal }

/** What one tab tells the others. */
const Told = z.object({ type: EventType })

const address = '/api/v1/events'
/** The pause after a refusal, such as an ended session or too many streams. A lost connection is made again sooner, by the library. */
const refusedMs = 30_000

/** What nothing else asks for again, so that an event between the page's first calls and the stream would be missed. */
const missedAtFirst: readonly EventType[] = ['notification.created']

/** Keeps a stream of events open. It resumes after the last event, but not after a refusal: then everything counts as heard. */
function openStream({ token, hear, signal }: Options) {
  let source: EventSource | null = null
  let missed = missedAtFirst
  function catchUp() {
    for (const type of missed) hear(type)
    missed = eventTypes
  }
  function open() {
    if (signal.aborted) return
    const opened = new EventSource(address, {
      // A browser's own EventSource sends no headers.
      fetch: async (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${await token()}` } }),
    })
    source = opened
    opened.addEventListener('open', catchUp, { once: true })
    for (const type of eventTypes)
      opened.addEventListener(type, ({ data }) => {
        const event = Event.safeParse(JSON.parse(String(data)))
        // A newer server may send more kinds.
        if (event.success) hear(event.data.type)
      })
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) setTimeout(open, refusedMs)
    })
  }
  open()
  signal.addEventListener('abort', () => source?.close(), { once: true })
}

/**
 * Hears the events of the server in every tab, over one connection for the whole browser: HTTP/1.1 has six for each server. The tab that
 * holds the lock listens and tells the others; when it closes, another one takes over. Without locks (a page without TLS), each tab listens.
 */
export function shareEvents({ token, hear, signal }: Options): void {
  const tell = openChannel('events', (message) => {
    const told = Told.safeParse(message)
    if (told.success && !signal.aborted) hear(told.data.type)
  })
  const hearAndTell = (type: EventType) => {
    hear(type)
    tell({ type })
  }
  if (!('locks' in navigator)) return openStream({ token, hear, signal })
  const untilEnded = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      openStream({ token, hear: hearAndTell, signal })
    })
  // Rejects where the session ends while another tab has the lock.
  void navigator.locks.request('events', { signal }, untilEnded).catch(() => {})
}
