// A way to a server on this machine that can be cut and joined again.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Relay = {
  port: number
  /** Breaks all connections, and refuses new ones until `join`. */
  cut(): Promise<void>
  join(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a relay to a socket in the file system. */
export async function startRelay(target: string): Promise<Relay> {
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  async function cut() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return {
    port,
    cut,
    join: () => listen(port),
    async [Symbol.asyncDispose]() {
      if (server.listening) await cut()
    },
  }
}
