import { BackcounterError, networkError } from './errors.ts'
import type { Streams } from './operation.ts'
import { isAway, pause } from './retry.ts'
import type { CallOptions, Transport } from './transport.ts'

export type ListenOptions = CallOptions & {
  /** The place after which to begin. Default: the next event. */
  after?: string | undefined
  /** Called with the place behind an event, once the loop asks for the next one. A program that keeps it misses nothing over a restart. */
  onPlace?: (place: string) => void
}
type Event = Streams['profile.events.listen']
type Message = { place: string | null; data: string | null }

const RECONNECT_MS = 2_000
/** The server says something every 15 seconds. A connection that is silent for longer is dead. */
const SILENT_MS = 45_000

/** The fields of a message that we use. */
function messageOf(block: string): Message {
  const message: Message = { place: null, data: null }
  for (const line of block.split('\n')) {
    const [name = '', ...rest] = line.split(':')
    const value = rest.join(':').replace(/^ /, '')
    if (name === 'id') message.place = value
    if (name === 'data') message.data = message.data === null ? value : `${message.data}\n${value}`
  }
  return message
}

/** The type is the server's own definition of an event. Newer servers only add fields and types. */
function eventIn(data: string): Event {
  const event: Event = JSON.parse(data)
  return event
}

/** The messages of one connection, until it ends or breaks off. */
async function* messagesIn(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onChunk()
      text += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      yield* blocks.map(messageOf)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** One connection. Ends where it breaks off, and throws what the server refuses. */
async function* connection({ send }: Transport, place: string | null, signal: AbortSignal | undefined) {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), SILENT_MS)
  }
  const headers: Record<string, string> = place === null ? {} : { 'last-event-id': place }
  try {
    watch()
    const either = signal ? AbortSignal.any([signal, silent.signal]) : silent.signal
    const { body } = await send('profile.events.listen', {}, { signal: either }, headers)
    if (body) yield* messagesIn(body, watch)
  } catch (error) {
    signal?.throwIfAborted()
    // A refusal is for the caller. Anything else is a lost connection, which is made again, also while a proxy says that the server is away.
    const known = networkError(error, signal)
    if (known instanceof BackcounterError && known.code !== 'NETWORK' && !isAway(known)) throw known
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What happens that the caller may know, as it happens. A lost connection is made again where it was, so that no event is missed. Ends with
 * the signal, whose reason it throws. Throws EVENTS_GONE where `after` is older than the server keeps events.
 */
export async function* listen(transport: Transport, options: ListenOptions = {}): AsyncGenerator<Event, void, undefined> {
  const { signal, after, onPlace } = options
  let place = after ?? null
  for (;;) {
    for await (const { place: next, data } of connection(transport, place, signal)) {
      if (data !== null) yield eventIn(data)
      if (next === null) continue
      place = next
      onPlace?.(place)
    }
    await pause(RECONNECT_MS, signal)
  }
}
