import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Resolves a host to all its addresses. */
export type Lookup = (host: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void

export const machineLookup: Lookup = (host, done) => systemLookup(host, { all: true }, done)

/** The error code of a socket whose address is refused. */
export const NOT_PUBLIC = 'ADDRESS_NOT_PUBLIC'

/** Addresses that embed one of IPv4 in a form that was given up. ipaddr.js counts them as public. */
const ipv4Compatible = new BlockList()
ipv4Compatible.addSubnet('::', 96, 'ipv6')

/** Whether an address is public: not private, not loopback, and not a form that embeds such an address. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast' && !ipv4Compatible.check(address, 'ipv6')
}

/**
 * A DNS lookup for sockets that allows only public addresses. The socket connects to exactly these addresses, so DNS rebinding between
 * check and connection is impossible. A host with any non-public address is refused.
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
