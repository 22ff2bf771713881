import type { AddressInfo } from 'node:net'

/** The port of a server that listens on one. */
export function listeningPort(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('it listens on no port')
  return address.port
}
