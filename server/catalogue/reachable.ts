import { isIP } from 'node:net'
import { isPublicAddress } from '#server/platforms/guard.ts'

/** Names that no name server outside knows. */
const local = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** Whether a shop can call an address: over https, by a name or an address that is public. */
export function isReachable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return false
  return isIP(host) === 0 ? host.includes('.') && !local.test(host) : isPublicAddress(host)
}
