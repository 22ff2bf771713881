// A load balancer as docs/deployment.md asks for: it sends calls to nodes that are ready, keeps what is in progress, and repeats a call
// elsewhere only if the connection was refused.
import { once } from 'node:events'
import { Agent, createServer, request as open, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const checkMs = 200
const checkTimeoutMs = 2_000

type Node = { origin: string; agent: Agent; isReady: boolean }
export type Balancer = {
  origin: string
  /** Connections that a node refused although it counted as ready. */
  refused: number
  /** Resolves once this node is ready, as far as the balancer knows. */
  knowsReady(origin: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Passes a call on. Resolves to false if the node refused the connection. */
function passOn({ origin, agent }: Node, from: IncomingMessage, body: Buffer, to: ServerResponse): Promise<boolean> {
  const { connection: _own, ...headers } = from.headers
  return new Promise((resolve) => {
    const request = open(`${origin}${from.url ?? '/'}`, { agent, method: from.method, headers }, (response) => {
      const { connection: _its, ...given } = response.headers
      to.writeHead(response.statusCode ?? 502, given)
      response.pipe(to)
      response.once('close', () => {
        if (!response.complete) to.destroy()
        resolve(true)
      })
    })
    request.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false)
      if (to.headersSent) to.destroy()
      else to.writeHead(502).end()
      resolve(true)
    })
    to.once('close', () => {
      if (!to.writableFinished) request.destroy()
    })
    request.end(body)
  })
}

/** null: no answer in time. */
async function statusOf({ origin }: Node): Promise<number | null> {
  const signal = AbortSignal.timeout(checkTimeoutMs)
  const asked = fetch(`${origin}/readyz`, { signal, headers: { connection: 'close' } })
  return asked.then(({ status }) => status).catch(() => null)
}

export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const nodes = origins.map((origin): Node => ({ origin, agent: new Agent({ keepAlive: true }), isReady: false }))
  let turn = 0
  const over = new AbortController()
  /** An answer counts at once, a missing one at the third time. */
  async function watch(node: Node) {
    for (let missing = 0; !over.signal.aborted; await pause(checkMs)) {
      const status = await statusOf(node)
      missing = status === null ? missing + 1 : 0
      if (status !== null || missing >= 3) node.isReady = status === 200
    }
  }
  async function serve(from: IncomingMessage, to: ServerResponse) {
    const body = await buffer(from)
    for (let tries = 0; tries < nodes.length; tries += 1) {
      const ready = nodes.filter(({ isReady }) => isReady)
      turn += 1
      const node = ready[turn % ready.length]
      if (!node) break
      if (await passOn(node, from, body, to)) return
      balancer.refused += 1
      node.isReady = false
    }
    to.writeHead(503).end()
  }
  // A caller that hangs up needs no answer.
  const server = createServer((from, to) => void serve(from, to).catch(() => to.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('it listens on no port')
  const watching = Promise.all(nodes.map(watch))
  const balancer: Balancer = {
    origin: `http://127.0.0.1:${address.port}`,
    refused: 0,
    async knowsReady(origin) {
      while (!nodes.some((node) => node.origin === origin && node.isReady)) await pause(checkMs)
    },
    async [Symbol.asyncDispose]() {
      over.abort()
      await watching
      server.closeAllConnections()
      server.close()
      for (const { agent } of nodes) agent.destroy()
      await once(server, 'close')
    },
  }
  return balancer
}
