import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Finds all addresses of a host. */
export type Lookup = (host: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void

export const machineLookup: Lookup = (host, done) => systemLookup(host, { all: true }, done)

/** The code of the socket error that a refused address leads to. */
export const NOT_PUBLIC = 'ADDRESS_NOT_PUBLIC'

/** Whether an address is one of the open internet: not private, not loop-back, not one of the forms that wrap such an address. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * A lookup for sockets that lets only public addresses through. The socket connects to exactly the addresses returned here, so
 * nobody can answer the check with one address and the connection with another (rebinding). One bad address spoils them all.
 */
export function publicOnly(lookup: Lookup): LookupFunction {
  return (host, options, done) =>
    lookup(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return done(error, '')
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(Object.assign(new Error('the host has an address that is not public'), { code: NOT_PUBLIC }), '')
      if (options.all) return done(null, [...addresses])
      return done(null, first.address, first.family)
    })
}
