// A receiver of webhooks on a socket of its own.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { headers: Record<string, string>; body: string }
/** What the receiver does with a call, after it has read it. */
export type Reaction = (answer: ServerResponse, asked: IncomingMessage) => void

export type Receiver = {
  url: string
  received: Received[]
  /** How the next calls are answered. Default: 204. */
  reactions: Reaction[]
  [Symbol.asyncDispose](): Promise<void>
}

/** The reactions of bad receivers. */
export const reactions = {
  status:
    (status: number, headers: Record<string, string> = {}): Reaction =>
    (answer) =>
      answer.writeHead(status, headers).end(),
  reset: ((_, asked) => asked.socket.destroy()) as Reaction,
  stall: (() => {}) as Reaction,
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const queued: Reaction[] = []
  const server = createServer((asked, answer) => {
    void (async () => {
      const body = await text(asked)
      received.push({ headers: Object.fromEntries(Object.entries(asked.headers).map(([name, value]) => [name, String(value)])), body })
      const react = queued.shift() ?? reactions.status(204)
      react(answer, asked)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    reactions: queued,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
