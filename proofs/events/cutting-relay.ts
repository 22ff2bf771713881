// A relay to the present server that cuts each connection at a random time, wherever its bytes are then.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { endTogether } from '../../scripts/relay.ts'

export type CuttingRelay = {
  url: string
  /** The port of the server that is running now. */
  target: number
  cuts: number
  /** From now on, connections stay. */
  spare(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startCuttingRelay(longestMs: number): Promise<CuttingRelay> {
  const open = new Set<Socket>()
  let isCutting = true
  const server = createServer((incoming) => {
    const outgoing = connect(relay.target, '127.0.0.1')
    const timer = setTimeout(() => {
      if (!isCutting) return
      relay.cuts += 1
      incoming.destroy()
    }, Math.random() * longestMs)
    endTogether(open, incoming, outgoing)
    incoming.once('close', () => clearTimeout(timer))
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('it listens on no port')
  const relay: CuttingRelay = {
    url: `http://127.0.0.1:${address.port}`,
    target: 0,
    cuts: 0,
    spare: () => void (isCutting = false),
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
  return relay
}
