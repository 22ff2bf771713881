import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** As Node's own server for HTTP accepts connections. */
const acceptance = { allowHalfOpen: true, noDelay: true }

/** Connections that the system accepts while the process is busy. Above that, it would drop them, and their callers would wait in vain. */
const backlog = 4_096

/** The addresses to listen at: both of `localhost`, which browsers try in any order. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))]
}

/**
 * Listens at the addresses. Fastify itself would open a second server for the second address of `localhost`, and would not wait for the
 * requests of that one when it closes. Throws if the port is not free at the first address. A machine may have only this one.
 */
export async function listenAt(app: FastifyInstance, [first, ...others]: readonly string[], port: number) {
  const bound = Number(new URL(await app.listen({ ...(first === undefined ? {} : { host: first }), port, backlog })).port)
  for (const address of others) {
    const listener = createServer(acceptance, (socket) => app.server.emit('connection', socket)).listen({
      port: bound,
      host: address,
      backlog,
    })
    try {
      await once(listener, 'listening')
      app.connections.add(listener)
      app.log.info(`Server listening at http://[${address}]:${bound}`)
    } catch (error) {
      app.log.debug({ err: error, address }, 'the second address of localhost is not available')
    }
  }
}
