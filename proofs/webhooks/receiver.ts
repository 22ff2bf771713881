// A bad receiver: it refuses, stalls, resets, fails and redirects, by a seeded schedule. It records what it got.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import type { Random } from '#sandbox/catalogue/random.ts'
import { webhookTiming } from './instruction.ts'

/** `isAccepted`: it was answered as a success, even if too late. `at`: when it arrived, in milliseconds. */
export type WebhookCall = { webhook: string; headers: Record<string, string>; body: string; isAccepted: boolean; at: number }
type Reaction = { weight: number; isAccepted?: true; react(answer: ServerResponse): void }

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (answer: ServerResponse) =>
    void answer.writeHead(code, headers).end()
const reactions: readonly Reaction[] = [
  { weight: 60, isAccepted: true, react: status(204) },
  { weight: 12, react: status(500) },
  { weight: 8, react: status(503, { 'retry-after': '1' }) },
  { weight: 7, react: status(302, { location: 'http://127.0.0.1:9/' }) },
  { weight: 9, react: (answer) => void answer.destroy() },
  { weight: 2, react: () => {} },
  // Accepted, but too late for the sender, who must send it again.
  { weight: 2, isAccepted: true, react: (answer) => void setTimeout(() => status(204)(answer), 2 * webhookTiming.attemptMs) },
]
const weights = reactions.reduce((sum, { weight }) => sum + weight, 0)

function drawn(random: Random): Reaction {
  let left = random.int(weights)
  const found = reactions.find(({ weight }) => (left -= weight) < 0)
  if (!found) throw new Error('the weights are not complete')
  return found
}

export type BadReceiver = {
  url: string
  calls: readonly WebhookCall[]
  /** Refuses connections for a while. Those that are open are reset. */
  refuse(ms: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startBadReceiver(random: Random): Promise<BadReceiver> {
  const calls: WebhookCall[] = []
  async function receive(asked: IncomingMessage, answer: ServerResponse) {
    const body = await text(asked)
    const reaction = drawn(random)
    const headers = Object.fromEntries(Object.entries(asked.headers).map(([name, value]) => [name, String(value)]))
    calls.push({ webhook: asked.url ?? '', headers, body, isAccepted: reaction.isAccepted ?? false, at: Date.now() })
    reaction.react(answer)
  }
  const server = createServer((asked, answer) => {
    // The sender may die in the middle of its call.
    receive(asked, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('it listens on no port')
  const { port } = address
  async function close() {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async refuse(ms) {
      await close()
      await pause(ms)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    [Symbol.asyncDispose]: close,
  }
}
