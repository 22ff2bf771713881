// A relay to a server of this machine over a bad network: it refuses, resets and stalls connections.
import { connect, type Socket } from 'node:net'
import { startCuttableServer } from './cuttable-server.ts'
import { endTogether } from './relay.ts'

/** `after`: the number of bytes that a connection sends before. `times`: the number of connections. */
export type NetworkFault = { kind: 'reset' | 'stall'; after: number; times: number }

export type FaultyRelay = {
  port: number
  /** Each connection from now on may meet the fault, until `times` of them have. */
  fail(fault: NetworkFault): void
  /** Ends all connections, and refuses new ones until `accept`. */
  refuse(): Promise<void>
  /** Ends faults and refusals. Stalled connections stay as they are. */
  accept(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function hit(kind: NetworkFault['kind'], incoming: Socket, outgoing: Socket) {
  if (kind === 'reset') {
    incoming.resetAndDestroy()
    return
  }
  outgoing.unpipe(incoming)
  incoming.removeAllListeners('data').pause()
}

export async function startFaultyRelay(targetPort: number): Promise<FaultyRelay> {
  const open = new Set<Socket>()
  let fault: NetworkFault | null = null
  const server = await startCuttableServer(open, (incoming) => {
    const outgoing = connect(targetPort, '127.0.0.1')
    let sent = 0
    endTogether(open, incoming, outgoing)
    outgoing.pipe(incoming)
    const isHit = () => {
      if (!fault || fault.times === 0 || sent < fault.after) return false
      fault.times -= 1
      hit(fault.kind, incoming, outgoing)
      return true
    }
    if (isHit()) return
    incoming.on('data', (bytes) => {
      sent += bytes.length
      if (!isHit()) outgoing.write(bytes)
    })
  })
  return {
    port: server.port,
    fail: (next) => void (fault = { ...next }),
    refuse: () => server.cut(),
    async accept() {
      fault = null
      await server.join()
    },
    [Symbol.asyncDispose]: () => server.cut(),
  }
}
