// A generator of load in a separate process. Its calls arrive independently of the answers (an open loop), unless it measures the capacity.
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { copySorts } from '#drizzle/catalogue/copy.ts'
import { allButTwo, rareVendor } from '../../bench/catalogue-products.ts'
import { LoadOrder, type LoadResult, type Times } from './order.ts'

const { url, kind, tokens, perSecond, seconds, storeIds } = LoadOrder.parse(JSON.parse(process.env['ORDER'] ?? ''))
const closedCallers = 32
/** A call that is not answered by then has failed. */
const patienceMs = 60_000
/**
 * More than the bounds of the server, so that it sees the whole load. With no limit, a slow server would get so many connections at once
 * that this machine refuses them, and its kernel would be measured.
 */
const connections = 2_000
const agent = new Agent({ connections, headersTimeout: patienceMs, bodyTimeout: patienceMs, connect: { timeout: patienceMs } })

type Sent = { path: string; method: 'GET' | 'PUT' | 'POST'; headers: Record<string, string>; body?: string }
const json = { 'content-type': 'application/json' }
const reads = ['/stores', '/jobs', '/settings', '/users?active_only=false', '/users/me/profile', '/templates?type=product'] as const
/** One call of twenty writes. */
const writeEvery = 20

function callOfMix(turn: number): Sent {
  const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}` }
  if (turn % writeEvery > 0) return { path: `/api/v1${reads[turn % reads.length]}`, method: 'GET', headers }
  const body = JSON.stringify({ email_notifications: turn % (2 * writeEvery) === 0 })
  return { path: '/api/v1/users/me/profile', method: 'PUT', headers: { ...headers, ...json }, body }
}

/** From many addresses and to many accounts, so that only the capacity limits them. */
function signIn(turn: number): Sent {
  const from = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
  const body = JSON.stringify({ email: `${turn}@nobody.test`, password: 'a wrong password' })
  return { path: '/api/auth/sign-in/email', method: 'POST', headers: { ...json, 'x-forwarded-for': from }, body }
}
const lists = copySorts.flatMap((sort) => [
  { sortKey: sort },
  { sortKey: sort, reverse: true, filters: { status: 'active', stock: 'in' } },
  { sortKey: sort, reverse: true, filters: { vendor: [rareVendor] } },
  { sortKey: sort, filters: { tag: ['sale'] } },
])

function catalogueList(turn: number): Sent {
  const stores = storeIds && { storeIds: allButTwo(storeIds, turn) }
  const body = JSON.stringify({ ...lists[turn % lists.length], ...stores })
  const headers = { ...json, authorization: `Bearer ${tokens[turn % tokens.length]}` }
  return { path: '/api/v1/catalogue/search', method: 'POST', headers, body }
}
const callOf = { mix: callOfMix, signIns: signIn, catalogue: catalogueList }[kind]

const answered: number[] = []
const refused: number[] = []
const errors: Record<string, number> = {}

async function send(turn: number, dueAt: number) {
  try {
    const { statusCode, headers, body } = await agent.request({ origin: url, ...callOf(turn) })
    await body.dump()
    const ms = performance.now() - dueAt
    const isRefused = (statusCode === 503 || statusCode === 429) && headers['retry-after'] !== undefined
    if (isRefused) refused.push(ms)
    else if (statusCode < 300 || (kind === 'signIns' && statusCode === 401)) answered.push(ms)
    else errors[statusCode] = (errors[statusCode] ?? 0) + 1
  } catch (error) {
    const name = error instanceof Error ? error.message : String(error)
    errors[name] = (errors[name] ?? 0) + 1
  }
}

async function openLoop(rate: number) {
  const begun = performance.now()
  const all: Promise<void>[] = []
  for (let dueAt = begun, turn = 0; dueAt < begun + seconds * 1_000; turn += 1) {
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await pause(waitMs)
    all.push(send(turn, dueAt))
    // The times between independent calls are distributed exponentially.
    dueAt += (-Math.log(1 - Math.random()) * 1_000) / rate
  }
  await Promise.all(all)
}

async function closedLoop() {
  const end = performance.now() + seconds * 1_000
  let turn = 0
  const caller = async () => {
    while (performance.now() < end) await send(turn++, performance.now())
  }
  await Promise.all(Array.from({ length: closedCallers }, caller))
}

function timesOf(samples: readonly number[]): Times {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

await (perSecond === null ? closedLoop() : openLoop(perSecond))
const result: LoadResult = { seconds, answered: timesOf(answered), refused: timesOf(refused), errors }
console.log(JSON.stringify(result))
process.exit()
