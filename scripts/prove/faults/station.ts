// The product as one of the proof's servers: real sockets, a database of its own, and a clock that may run fast.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import type { Google } from '#server/assemble-work.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createKinds } from '#server/kinds.ts'
import { createLogger } from '#server/logging.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { saveStore } from '#server/stores/service.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { freshDatabase } from '../../fresh-database.ts'
import { addPerson } from '../../people.ts'
import { assembled } from '../assembled.ts'

export type Answer = { status: number; headers: Headers; body: unknown; text: string; tookMs: number }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Station = {
  /** Calls `/api/v1` as the owner. */
  call(method: Method, path: string, body?: object): Promise<Answer>
  /** The store of a shop, by the shop's host. */
  storeOf(host: string): string
  /** Sets its clock forward; less than 0: back. */
  leap(ms: number): void
  /** Milliseconds since 1970, in its own time. */
  now(): number
  logged: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}
export type StationOptions = {
  shops: readonly ShopSettings[]
  endpoints: Record<string, string>
  google?: Google
  /** How many seconds pass here in a real one. */
  speed?: number
  bulkAfterMs?: number
}

const owner = { email: 'owner@proof.test', password: 'proof-password' }
const Session = z.object({ token: z.string() })
/** Jobs of a few dozen cells at once: nothing is to wait for its turn. */
const crowd = { atOnce: 24, caps: { perStore: 24, perUser: 200 }, leaseMs: 24 * 3_600_000, pollMs: 50 }
const isShed = ({ status, text }: Answer) => status === 503 && text.includes('OVERLOADED')
const shedPauseMs = 300

function secretsOf({ credentials }: ShopSettings): object {
  if ('accessToken' in credentials) return { token: credentials.accessToken }
  if ('clientId' in credentials) return credentials
  return { apiKey: credentials.apiKey, apiPassword: credentials.password }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** However fast time runs, a call gets as long as this machine needs to answer it with all the lanes at work. */
const shortestDeadlineMs = 2_000

/** Time that runs `speed` times as fast as the machine's; sleeping and deadlines are as much shorter. Only its date leaps. */
function clockAt(speed: number) {
  const [began, start] = [machineClock.date(), machineClock.now()]
  let leapt = 0
  return {
    now: () => machineClock.now() * speed,
    date: () => began + (machineClock.now() - start) * speed + leapt,
    sleep: (ms: number, signal?: AbortSignal) => machineClock.sleep(ms / speed, signal),
    deadline: (ms: number) => machineClock.deadline(speed === 1 ? ms : Math.max(shortestDeadlineMs, ms / speed)),
    leap: (ms: number) => void (leapt += ms),
  }
}

async function send(url: string, method: string, token: string | null, body?: object): Promise<Answer> {
  const began = performance.now()
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: parsed(text), text, tookMs: performance.now() - began }
}

export async function openStation({ shops, endpoints, google, speed = 1, bulkAfterMs = Infinity }: StationOptions): Promise<Station> {
  const folder = await mkdtemp(join(tmpdir(), 'station-'))
  const database = await freshDatabase(folder)
  const logged: string[] = []
  const log = createLogger('info', { write: (line) => void logged.push(line) })
  const { leap, ...clock } = clockAt(speed)
  const deps = await assembled({
    databaseUrl: database.url,
    dataDir: folder,
    filesFolder: join(folder, 'exports'),
    platformEndpoints: endpoints,
    ...(google ? { google } : {}),
    bulkAfterMs,
    now: clock.date,
    // In real time it waits as the product does.
    ...(speed === 1 ? {} : { waiting: clock }),
    log,
  })
  const { appUrl } = deps
  const app = await buildApp(deps, { log, proxies: 0, appUrl, corsOrigins: [], pictureOrigins: [], passwordMinLength: 6 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await addPerson(deps, { ...owner, name: 'Owner', assignments: [{ role: 'owner', storeId: null }] })
  const stores = new Map<string, string>()
  for (const shop of shops) {
    const { platform, host: domain, name, currency, timezone } = shop
    const request = StoreCreateRequest.parse({ platform, domain, name, currency, timezone, ...secretsOf(shop) })
    stores.set(domain, (await saveStore(deps, request)).id)
  }
  const worker = createWorker(deps, { kinds: createKinds(deps), ...crowd })
  worker.start()
  async function signIn(): Promise<string> {
    for (;;) {
      const answer = await send(`${url}/api/auth/sign-in/email`, 'POST', null, owner)
      if (answer.status === 200) return Session.parse(answer.body).token
      if (!isShed(answer)) throw new Error(`nobody is signed in: ${answer.text}`)
      await pause(shedPauseMs)
    }
  }
  let token = signIn()

  /** Where the server sheds load, or our token is over (its hour is short where time runs fast), the call is sent again. */
  async function call(method: Method, path: string, body?: object): Promise<Answer> {
    for (;;) {
      const used = token
      const answer = await send(`${url}/api/v1${path}`, method, await used, body)
      if (isShed(answer)) await pause(shedPauseMs)
      else if (answer.status !== 401) return answer
      else if (used === token) token = signIn()
    }
  }
  return {
    call,
    leap,
    now: clock.date,
    logged,
    storeOf(host) {
      const id = stores.get(host)
      if (id === undefined) throw new Error(`no store of ${host}`)
      return id
    },
    async [Symbol.asyncDispose]() {
      await worker.stop()
      await app.close()
      await deps.close()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
