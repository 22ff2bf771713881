// A relay to a server on this machine. It can be cut and joined again.
import { connect, type Socket } from 'node:net'
import { startCuttableServer, type CuttableServer } from './cuttable-server.ts'

export type Relay = CuttableServer & {
  /**
   * Cuts as soon as one connection has sent these texts, in this order, and resolves then. The last text never reaches the server; with
   * `isCarriedOut`, only its answer is lost.
   */
  cutAt(texts: readonly string[], isCarriedOut: boolean): Promise<void>
}

/** The condition of a cut. `heard`: the number of texts that each connection has sent. */
type Trap = { texts: readonly string[]; isCarriedOut: boolean; heard: WeakMap<Socket, number>; spring: () => void }

/** Whether a connection has sent the last of the texts. */
function isMet({ texts, heard }: Trap, from: Socket, bytes: Buffer): boolean {
  const sent = bytes.toString('latin1')
  let count = heard.get(from) ?? 0
  for (let text = texts[count]; text !== undefined && sent.includes(text); text = texts[count]) count += 1
  heard.set(from, count)
  return count >= texts.length
}

/** Keeps both ends of a connection among the open sockets. The end of one is the end of the other. */
export function endTogether(open: Set<Socket>, incoming: Socket, outgoing: Socket) {
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
}

/** Starts a relay to a socket in the file system. */
export async function startRelay(target: string): Promise<Relay> {
  const open = new Set<Socket>()
  let trap: Trap | null = null

  /** Passes on the bytes of a connection, unless they spring the trap. */
  function pass(incoming: Socket, outgoing: Socket, bytes: Buffer) {
    const sprung = trap && isMet(trap, incoming, bytes) ? trap : null
    if (!sprung) return void outgoing.write(bytes)
    trap = null
    if (!sprung.isCarriedOut) return sprung.spring()
    outgoing.unpipe(incoming)
    outgoing.once('data', sprung.spring).resume()
    outgoing.write(bytes)
  }
  const server = await startCuttableServer(open, (incoming) => {
    const outgoing = connect(target)
    endTogether(open, incoming, outgoing)
    incoming.on('data', (bytes) => pass(incoming, outgoing, bytes))
    outgoing.pipe(incoming)
  })
  return {
    ...server,
    async cutAt(texts, isCarriedOut) {
      const { promise, resolve } = Promise.withResolvers<void>()
      trap = { texts, isCarriedOut, heard: new WeakMap(), spring: () => resolve(server.cut()) }
      await promise
    },
  }
}
