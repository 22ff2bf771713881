// The way of an approval: a person begins it, a merchant answers at the sandbox's shop, and the person's browser returns.
import { createHmac } from 'node:crypto'
import { sessionCookie } from '#server/auth/cookies.ts'
import { findSession } from '#server/auth/session-repo.ts'
import { spareHost } from '#sandbox/spare-hosts.ts'
import { connectCallback } from '#shared/store-connect.ts'
import { appUrl, testShops, type Caller, type World } from './world.ts'

const { clientId, clientSecret } = testShops.north.app
export const app = { clientId, clientSecret }

let taken = 0
let callers = 0
/** Each return comes from another address, because an address has an allowance. */
const newAddress = () => `10.1.${(callers += 1) >> 8}.${callers & 255}`

/** The request that begins to connect an unconnected shop: North at another address. */
export function connectRequest(change: object = {}) {
  taken += 1
  const domain = spareHost(testShops.north.host, `app-${taken}`)
  return { name: domain, platform: 'shopify', domain, ...app, ...change }
}

/** The cookie of the caller's session in a browser. Throws for callers without a session. */
export async function cookieOf({ deps, clock }: World, { token }: Pick<Caller, 'token'>): Promise<string> {
  const id = await deps.accessTokens.sessionOf(token, clock.now)
  const live = id ? await findSession(deps.database.db, { id }, new Date(clock.now)) : null
  if (!live) throw new Error('the caller has no session')
  return `${sessionCookie(appUrl)}=${deps.refreshTokens.tokenOf(live, live.generation)}`
}

/** Begins, and answers the page of the shop. */
export async function beginAt(caller: Caller, request: object, path = '/stores/connect'): Promise<string> {
  const { status, body, text } = await caller.rest('POST', path, request)
  if (status !== 200) throw new Error(`not begun: ${text}`)
  return String(Object(body).data.url)
}

/** The parameters that the merchant's answer adds to our address. */
export async function answerOf(url: string, answer: 'yes' | 'no' = 'yes'): Promise<URLSearchParams> {
  const { headers } = await fetch(`${url}&answer=${answer}`, { redirect: 'manual' })
  return new URL(headers.get('location') ?? 'about:blank').searchParams
}

/** The browser returns. Answers where it is sent, and all that it is sent. */
export async function comeBack({ app: server }: World, query: URLSearchParams | string, cookie: string | null) {
  const headers = cookie === null ? {} : { cookie }
  const answer = await server.inject({ method: 'GET', url: `${connectCallback}?${query.toString()}`, headers, remoteAddress: newAddress() })
  return { status: answer.statusCode, location: String(answer.headers.location), text: answer.body, headers: answer.headers }
}

/** The whole way but the last step. `storeId`: the store that is connected again. */
export async function approved(world: World, caller: Caller, request: object, storeId?: string): Promise<void> {
  const [path, named] = storeId === undefined ? [undefined, ''] : [`/stores/${storeId}/connect`, `&store=${storeId}`]
  const { location } = await comeBack(world, await answerOf(await beginAt(caller, request, path)), await cookieOf(world, caller))
  if (location !== `/stores?connect=approved${named}`) throw new Error(`not approved: ${location}`)
}

/** A return with other parameters, signed like Shopify's where a secret is given. */
export function changed(query: URLSearchParams, change: Record<string, string | null>, secret: string | null = null): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change))
    if (value === null) next.delete(name)
    else next.set(name, value)
  if (secret === null) return next
  next.delete('hmac')
  const signed = new URLSearchParams([...next].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  next.set('hmac', createHmac('sha256', secret).update(signed.toString()).digest('hex'))
  return next
}
