// A program that files are announced to. It accepts only calls with a true signature.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { listeningPort } from '../../scripts/listening-port.ts'

/** A call that was accepted. */
export type AnnouncedFile = { path: string; id: string; body: string }

export type VerifyingReceiver = {
  port: number
  accepted: readonly AnnouncedFile[]
  /** Calls are answered by this status. null: as their signature wants it. */
  answer(status: number | null): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startVerifyingReceiver(signingKey: string): Promise<VerifyingReceiver> {
  const accepted: AnnouncedFile[] = []
  let status: number | null = null
  async function receive(asked: IncomingMessage, answer: ServerResponse) {
    const body = await text(asked)
    if (status !== null) return answer.writeHead(status).end()
    const headers = Object.fromEntries(Object.entries(asked.headers).map(([name, value]) => [name, String(value)]))
    try {
      new Webhook(signingKey).verify(body, headers)
    } catch {
      return answer.writeHead(401).end()
    }
    accepted.push({ path: asked.url ?? '', id: headers['webhook-id'] ?? '', body })
    return answer.writeHead(204).end()
  }
  const server = createServer((asked, answer) => {
    // The sender may die in the middle of its call.
    receive(asked, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: listeningPort(server),
    accepted,
    answer: (next) => void (status = next),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
