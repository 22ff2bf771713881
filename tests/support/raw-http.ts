import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type RawAnswer = { status: number; headers: Headers; text: string }
export type RawConnection = AsyncDisposable & {
  /** Sends text or bytes unchanged. */
  write(what: string | Uint8Array): Promise<void>
  /** The next complete answer. */
  answer(): Promise<RawAnswer>
}

/** The end and the content of the body that begins at `start`; null while it is incomplete. */
function bodyAt(text: string, start: number, headers: Headers): { body: string; end: number } | null {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const end = start + Number(headers.get('content-length') ?? 0)
    return text.length < end ? null : { body: text.slice(start, end), end }
  }
  let [body, next] = ['', start]
  for (;;) {
    const [line, size = ''] = /^([\da-f]+)\r\n/i.exec(text.slice(next)) ?? []
    const [from, length] = [next + (line?.length ?? 0), Number.parseInt(size, 16)]
    if (line === undefined || text.length < from + length + 2) return null
    next = from + length + 2
    if (length === 0) return { body, end: next }
    body += text.slice(from, from + length)
  }
}

/** Head and body of the first answer in `text`, and the remaining text; null while it is incomplete. */
function split(text: string): { answer: RawAnswer; rest: string } | null {
  const head = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, Math.max(head, 0)).split('\r\n')
  const pairs = lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  const headers = new Headers(pairs)
  const found = head === -1 ? null : bodyAt(text, head + 4, headers)
  return found && { answer: { status: Number(statusLine.split(' ')[1]), headers, text: found.body }, rest: text.slice(found.end) }
}

/** A connection to a listening app, for bytes that no client library sends. */
export async function rawConnection(app: FastifyInstance): Promise<RawConnection> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1')
  // An app that disconnects early resets the connection during the write.
  socket.on('error', () => {})
  await once(socket, 'connect')
  let received = ''
  let isOver = false
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  socket.on('data', (part: string) => {
    received += part
    change()
  })
  socket.on('close', () => {
    isOver = true
    change()
  })
  return {
    async write(what) {
      await new Promise<void>((resolve) => socket.write(what, () => resolve()))
    },
    async answer() {
      for (;;) {
        const found = split(received)
        if (found) {
          received = found.rest
          return found.answer
        }
        if (isOver) throw new Error(`The connection was closed after ${JSON.stringify(received.slice(0, 200))}`)
        await changed.promise
      }
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}

/** The head of a request as text. */
export function requestHead(method: string, target: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}
