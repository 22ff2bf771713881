import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Vault } from '#server/stores/vault.ts'

/** `npm run doctor` sends this header to learn how a call arrives behind the reverse proxies. Only holders of APP_SECRET can make its value. */
export const probeHeader = 'x-probe'
const binding = 'http|probe'

/** How a call arrived. `address`: the client's address that limits and the audit log use. `forwardedFor`: the header as received. */
export const Arrival = z.object({ address: z.string(), forwardedFor: z.string().nullable(), trustedProxies: z.int() })
export type Arrival = z.infer<typeof Arrival>

/** A value for the header. */
export const probeValue = (vault: Vault): string => vault.seal('', binding)

function isProbe(vault: Vault, value: unknown): boolean {
  try {
    return typeof value === 'string' && vault.open(value, binding) === ''
  } catch {
    return false
  }
}

/** How the call arrived, for a probe. null for everybody else, because it shows the addresses of our own proxies. */
export function arrivalOf({ headers, ip }: FastifyRequest, vault: Vault, trustedProxies: number): Arrival | null {
  if (!isProbe(vault, headers[probeHeader])) return null
  const { 'x-forwarded-for': given } = headers
  return { address: ip, forwardedFor: given === undefined ? null : [given].flat().join(','), trustedProxies }
}
