// Generates the requests: the same ones for the same seed, with the current ids.
import { hash, randomFrom, type Random } from '#sandbox/catalogue/random.ts'
import { limits } from '#shared/limits.ts'
import { heavyBody } from './bodies.ts'
import type { Known } from './example-parts.ts'
import { examples } from './examples.ts'
import { closedAddress } from './program-examples.ts'
import { oddHeaders } from './headers.ts'
import { mutated, spoiled } from './hostile.ts'
import { drawn, type Operation } from './operations.ts'
import type { Principal } from './principals.ts'
import { rawRequest } from './raw.ts'
import type { FuzzRequest } from './request.ts'
import { valueOf } from './schema-values.ts'
import { signInRoutes, type SignInRoute } from './sign-in.ts'
import { spelled } from './spellings.ts'

export type World = {
  known: Known
  principals: readonly Principal[]
  /** The token of a password link in the outbox. */
  resetToken: () => string | null
  /** The size of the largest bodies. */
  heavyBytes: number
}
type Draft = Pick<FuzzRequest, 'transport' | 'operation' | 'method' | 'target' | 'input'> & { text: string | null; isPlain: boolean }

const record = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Values in an address are strings. */
const spell = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const inAddress = (value: unknown) => encodeURIComponent(spell(value).toWellFormed()) || '%20'

function exampleOf(random: Random, { path, parameters, body }: Operation, { known }: World): unknown {
  const example = examples[path]
  if (example && random.chance(0.85)) return example(random, known)
  const own = valueOf(random, body ?? {})
  const given = parameters.map(({ name, schema }) => [name, valueOf(random, schema)] as const)
  // Ids cannot be guessed, so the example's ids are used.
  const ids = Object.entries(example?.(random, known) ?? {}).filter(([name]) => /id$|ids$/i.test(name))
  return { ...(record(own) ? own : {}), ...Object.fromEntries(given), ...Object.fromEntries(ids) }
}

/** Never requires a second factor, which would lock out all callers of the proof, and never names an address outside for a webhook or a destination. */
function harmless({ path }: Operation, input: unknown): unknown {
  if (!record(input)) return input
  if (path.startsWith('settings.webhooks.') && typeof input['url'] === 'string' && input['url'].startsWith('https:'))
    return { ...input, url: closedAddress }
  const { settings } = input
  if (path.startsWith('settings.destinations.') && record(settings)) {
    const endpoint = input['kind'] === 's3' ? { endpoint: closedAddress } : {}
    const host = typeof settings['host'] === 'string' ? { host: '127.0.0.1', port: 9 } : {}
    const url = input['kind'] === 'webhook' && 'url' in settings ? { url: closedAddress } : {}
    return { ...input, settings: { ...settings, ...endpoint, ...host, ...url } }
  }
  if (path !== 'settings.update') return input
  const { second_factor_level: _, ...rest } = input
  return rest
}

export function restDraft(operation: Operation, input: unknown): Draft {
  const { path, method, url, parameters, body } = operation
  const fields = record(input) ? input : {}
  const inPath = new Set(parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name))
  const address = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(fields[name]))
  const rest = Object.entries(fields).filter(([name]) => !inPath.has(name))
  const hasBody = method === 'POST' || method === 'PUT'
  const query = hasBody || rest.length === 0 ? '' : `?${rest.map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`).join('&')}`
  const text = body === null || !hasBody ? null : JSON.stringify(record(input) ? Object.fromEntries(rest) : input)
  return { transport: 'rest', operation: path, method, target: `/api/v1${address}${query}`, text, input, isPlain: true }
}

export const trpcDraft = ({ path }: Operation, input: unknown): Draft => ({
  transport: 'trpc',
  operation: path,
  method: 'POST',
  target: `/trpc/${path}`,
  text: JSON.stringify(input) ?? null,
  input,
  isPlain: true,
})

/** Several calls in one request. Some of them do not exist. */
function batchDraft(random: Random, world: World): Draft {
  const calls = Array.from({ length: 1 + random.int(random.chance(0.1) ? 40 : 4) }, () => drawn[random.int(drawn.length)]).filter(
    (one) => one !== undefined,
  )
  const inputs = Object.fromEntries(calls.map((operation, index) => [index, harmless(operation, exampleOf(random, operation, world))]))
  const names = [...calls.map(({ path }) => path), ...(random.chance(0.1) ? ['no.such'] : [])]
  return {
    transport: 'trpc',
    operation: 'batch',
    method: 'POST',
    target: `/trpc/${names.join(',')}?batch=1`,
    text: JSON.stringify(inputs),
    input: inputs,
    isPlain: false,
  }
}

const authRoutesDrawn = signInRoutes.flatMap((route) => Array.from({ length: Math.round(10 * route.weight) }, () => route))

export const authDraft = ({ path, isRead = false }: SignInRoute, input: unknown): Draft => ({
  transport: 'auth',
  operation: path,
  method: isRead ? 'GET' : 'POST',
  target: `/api/auth${path}`,
  text: isRead ? null : (JSON.stringify(input) ?? null),
  input,
  isPlain: true,
})

function drafted(random: Random, world: World, principal: Principal): Draft {
  const kind = random.int(100)
  const change = (input: unknown) => (random.chance(0.45) ? mutated(random, input) : input)
  const route = authRoutesDrawn[random.int(authRoutesDrawn.length)]
  if (kind < 8 && route) {
    const input = route.example(random, world.known, { principal, resetToken: world.resetToken() })
    return authDraft(route, route.isExact ? input : change(input))
  }
  if (kind < 11) return batchDraft(random, world)
  const operation = drawn[random.int(drawn.length)]
  if (!operation) throw new Error('the OpenAPI document is empty')
  return (kind < 36 ? trpcDraft : restDraft)(operation, harmless(operation, change(exampleOf(random, operation, world))))
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'] as const

/** An undocumented spelling of the address or the method. */
function disguised(random: Random, draft: Draft): Draft {
  if (random.chance(0.03)) return { ...draft, transport: 'spelled', method: random.pick(methods), isPlain: false }
  return random.chance(0.08) ? { ...draft, transport: 'spelled', target: spelled(random, draft.target), isPlain: false } : draft
}

const middleBytes = limits.bodyBytes + 1
/** Per ten thousand: a body of 28 MB takes a while to send. */
const heavyShare = 6

function bodyOf(random: Random, { text, method }: Draft, { heavyBytes }: World): Buffer | null {
  const drawnShare = random.int(10_000)
  if (drawnShare < heavyShare) return heavyBody(random, heavyBytes)
  if (drawnShare < 80) return heavyBody(random, random.pick([middleBytes, limits.bodyBytes - 20]))
  if (text === null) return random.chance(0.01) && method !== 'HEAD' ? Buffer.from('{}') : null
  if (random.chance(0.04)) return Buffer.from(spoiled(random, text))
  return random.chance(0.005) ? Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) : Buffer.from(text)
}

/** The number of client addresses behind the proxy. */
const addresses = 4_000
const addressOf = (random: Random) => `10.0.${random.int(addresses >> 8)}.${random.int(256)}`

/** The wire format of a draft. */
export function wired(random: Random, index: number, draft: Draft, principal: Principal, body: Buffer | null): FuzzRequest {
  const { text: _, ...rest } = draft
  const headers: Record<string, string> = {
    'x-forwarded-for': addressOf(random),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(principal.token === null ? {} : { authorization: `Bearer ${Buffer.from(principal.token).toString('latin1')}` }),
  }
  return { ...rest, index, principal: principal.name, headers, body, delivery: 'whole' }
}

/** Principals with many rights call more often, so that more calls succeed. */
function callerOf(random: Random, { principals }: World): Principal {
  const [owner, ...others] = principals
  const chosen = random.chance(0.25) ? owner : others[random.int(others.length)]
  if (!chosen) throw new Error('nobody is there')
  return chosen
}

export function generate(seed: number, index: number, world: World): FuzzRequest {
  const random = randomFrom(hash(`${seed}:${index}`))
  const principal = callerOf(random, world)
  if (random.chance(0.01)) return rawRequest(random, index, principal, addressOf(random))
  const draft = disguised(random, drafted(random, world, principal))
  const body = bodyOf(random, draft, world)
  const request = wired(random, index, draft, principal, body)
  const odd = oddHeaders(random)
  const isPlain =
    draft.isPlain && body?.length === (draft.text === null ? undefined : Buffer.byteLength(draft.text)) && Object.keys(odd).length === 0
  const delivery = body !== null && random.chance(0.006) ? random.pick(['half', 'slow'] as const) : 'whole'
  return { ...request, headers: { ...request.headers, ...odd }, isPlain, delivery }
}
