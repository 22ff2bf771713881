import { z } from 'zod'

const path = '/.well-known/openid-configuration'
const Discovery = z.object({ issuer: z.string(), authorization_response_iss_parameter_supported: z.boolean().default(false) })

export type Network = { fetch: typeof globalThis.fetch }

async function metadataAt(network: Network, discoveryUrl: string, timeoutMs: number) {
  const answer = await network.fetch(discoveryUrl, { signal: AbortSignal.timeout(timeoutMs) })
  return Discovery.parse(await answer.json())
}

/** Whether the issuer declares that each of its answers names it (RFC 9207). Throws where the metadata cannot be read within the time. */
export async function namesItself(network: Network, discoveryUrl: string, timeoutMs: number): Promise<boolean> {
  return (await metadataAt(network, discoveryUrl, timeoutMs)).authorization_response_iss_parameter_supported
}

/** Whether the metadata belong to the requested issuer (OpenID Connect Discovery, 4.3). Throws as `namesItself` does. */
export async function bearsItsName(network: Network, discoveryUrl: string, timeoutMs: number): Promise<boolean> {
  const { issuer } = await metadataAt(network, discoveryUrl, timeoutMs)
  return `${issuer.replace(/\/$/, '')}${path}` === discoveryUrl
}
