import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** The open connections of a server that stops without leaving a request unanswered. */
export type Connections = {
  /** From now on, each answer ends its connection, so that callers go elsewhere. New requests are still answered. */
  stop(): void
  isStopping: () => boolean
  /** Accepts no more connections, and waits until each open one has got its answer and is closed. */
  close: () => Promise<void>
  /** Also stops this listener, which passes its connections on to the server. */
  add(listener: NetServer): void
}

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections
  }
}

/** `readBefore`: the bytes read by the end of the last request. `quietSince`: the end of the last answer. */
type Connection = { answers: Set<ServerResponse>; readBefore: number; quietSince: number }

const endWith = (response: ServerResponse) => {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Node's own `close` destroys idle connections at once: one whose next request has arrived in the meantime, and one whose answer has not
 * been sent whole because its caller reads slowly. Here, a connection without a request stays for `graceMs` after the stop. A request that
 * comes within that time is answered, and ends the connection.
 */
export function watchConnections(server: Server, graceMs: number): Connections {
  const open = new Map<Socket, Connection>()
  const listeners: NetServer[] = [server]
  const allClosed = Promise.withResolvers<void>()
  let stoppedAt: number | null = null
  let isClosing = false

  const settle = () => {
    if (isClosing && open.size === 0) allClosed.resolve()
  }
  /** Closes a connection at the end of its grace, unless a request has begun to arrive: its answer ends it. */
  function closeIfQuiet(socket: Socket, connection: Connection) {
    const { answers, readBefore, quietSince } = connection
    const isQuiet = () => answers.size === 0 && socket.bytesRead === readBefore
    if (!isQuiet()) return
    const restMs = Math.max(quietSince, stoppedAt ?? 0) + graceMs - performance.now()
    setTimeout(
      () => {
        if (isQuiet() && connection.quietSince === quietSince) socket.destroySoon()
      },
      Math.max(0, restMs),
    )
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, { answers: new Set(), readBefore: 0, quietSince: performance.now() })
    socket.once('close', () => {
      open.delete(socket)
      settle()
    })
  })
  server.prependListener('request', ({ socket }, response) => {
    const connection = open.get(socket)
    if (!connection) return
    connection.answers.add(response)
    if (stoppedAt !== null) endWith(response)
    response.once('close', () => {
      connection.answers.delete(response)
      connection.readBefore = socket.bytesRead
      connection.quietSince = performance.now()
      if (isClosing) closeIfQuiet(socket, connection)
    })
  })
  const stop = () => {
    stoppedAt ??= performance.now()
    for (const { answers } of open.values()) answers.forEach(endWith)
  }
  return {
    stop,
    isStopping: () => stoppedAt !== null,
    add: (listener) => void listeners.push(listener),
    close() {
      stop()
      isClosing = true
      // Not http's own close, which destroys idle connections.
      for (const listener of listeners) if (listener.listening) NetServer.prototype.close.call(listener)
      for (const [socket, connection] of open) closeIfQuiet(socket, connection)
      settle()
      return allClosed.promise
    },
  }
}
