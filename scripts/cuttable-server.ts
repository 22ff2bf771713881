import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listeningPort } from './listening-port.ts'

/** A server on a free port of this machine. */
export type CuttableServer = {
  port: number
  /** Breaks all connections, and refuses new ones until `join`. Without effect on a server that is cut. */
  cut(): Promise<void>
  /** Listens on the same port again. Without effect on a server that listens. */
  join(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server. @param open the sockets that a cut breaks, which the caller keeps */
export async function startCuttableServer(open: ReadonlySet<Socket>, onConnection: (incoming: Socket) => void): Promise<CuttableServer> {
  const server = createServer(onConnection)
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const port = listeningPort(server)
  async function cut() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return {
    port,
    cut,
    async join() {
      if (!server.listening) await listen(port)
    },
    [Symbol.asyncDispose]: cut,
  }
}
