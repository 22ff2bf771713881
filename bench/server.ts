import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { assemble } from '#server/boot/assemble.ts'
import type { Deps } from '#server/deps.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { createLogger } from '#server/boot/logging.ts'
import { enter } from '#server/auth/sessions.ts'
import { setCatalogue } from '#server/catalogue/overview.ts'
import { saveStore } from '#server/stores/service.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { heapEnvironment, heapOptions } from '../scripts/heap.ts'
import { packedServer } from '../scripts/packed-server.ts'
import { addPerson } from '../scripts/people.ts'
import { firstByteMs, get, post, put, read } from './http.ts'
import { startNode } from './process.ts'
import { accessToken } from './shops.ts'

const person = { email: 'owner@bench.test', name: 'Bench', password: 'a long enough password' }
const Session = z.object({ token: z.string() })
const readyTries = 60
const readyPauseMs = 500
const listening = /"msg":"Server listening at (http:[^"]+)"/

/** A server in a separate process with the bench's stores in a fresh database. */
export type BenchServer<Name extends string = string> = {
  /** Sends a request to `/api/v1` as the owner and returns the body. Throws unless the status is 2xx. */
  post: (path: string, body: object) => Promise<Buffer>
  get: (path: string) => Promise<Buffer>
  put: (path: string, body: object) => Promise<Buffer>
  storeIds: Record<Name, string>
  url: string
  dataDir: string
  /** Sessions of further people. */
  tokens: readonly string[]
  /** A file as a stream, at the reader's own speed. */
  read: (path: string) => Promise<Readable>
  /** Milliseconds to the first byte of a file that is generated during the transfer. */
  firstByteMs: (path: string, body: object, encoding: 'identity' | 'gzip') => Promise<number>
  peakMemory: () => number
  memory: () => number
  [Symbol.asyncDispose](): Promise<void>
}

/** Shops that accept the bench's token, by their names in the bench. */
type Shops<Name extends string> = Readonly<Record<Name, ShopSettings>>
type ServerOptions<Name extends string> = {
  /** Further owners, who are signed in. */
  people?: number
  /** Of the server's environment. */
  variables?: Record<string, string>
  /** Default: a new SQLite file. */
  databaseUrl?: string
  /** Whether the catalogues of the stores are copied. Default: not, so that nothing runs beside what is measured. */
  copies?: boolean
  /** Adds what the server finds at its start. */
  prepare?: (deps: Deps, storeIds: Record<Name, string>, dataDir: string) => Promise<void>
}
type Seed<Name extends string> = Required<Pick<ServerOptions<Name>, 'people' | 'databaseUrl' | 'copies' | 'prepare'>> & {
  dataDir: string
  appSecret: string
  appUrl: string
  endpoints: Record<string, string>
}

/** Adds the stores, the owner and further people. Returns the stores' ids and the sessions of the people. */
async function seed<Name extends string>(shops: Shops<Name>, { endpoints, people, copies, prepare, ...settings }: Seed<Name>) {
  const log = createLogger('warn')
  const mail = { smtpUrl: null, from: 'no-reply@bench.test' }
  const deps = await assemble({ ...settings, mail, passwordMinLength: 6, platformEndpoints: endpoints, now: () => Date.now(), log })
  const storeIds: Record<string, string> = {}
  const tokens: string[] = []
  for (const [key, { platform, host, name, currency, timezone }] of Object.entries<ShopSettings>(shops)) {
    const request = StoreCreateRequest.parse({ platform, domain: host, name, currency, timezone, token: accessToken })
    storeIds[key] = (await saveStore(deps, request)).id
  }
  await addPerson(deps, { ...person, assignments: [{ role: 'owner', storeId: null }] })
  for (let index = 0; index < people; index++) {
    const email = `${index}@bench.test`
    const id = await addPerson(deps, { ...person, email, assignments: [{ role: 'owner', storeId: null }] })
    const caller = { address: '127.0.0.1', userAgent: 'bench', cookie: '', requestId: email }
    tokens.push((await enter(deps, id, caller)).session.token)
  }
  await setCatalogue(deps, { isOn: copies })
  await prepare(deps, storeIds, settings.dataDir)
  await deps.close()
  return { storeIds: storeIds as Record<Name, string>, tokens }
}

/** A folder that is deleted at the end of this process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** On a busy machine, a server rejects calls during its startup. */
async function untilReady(url: string) {
  for (let tries = 0; tries < readyTries; tries++) {
    if ((await fetch(`${url}/readyz`)).ok) return
    await pause(readyPauseMs)
  }
  throw new Error('the server does not become ready')
}

/** Of one process: its benches measure the same sources. */
let packed: string | undefined

/** Starts the packed server as in production; only the shops' addresses differ. */
export async function startServer<Name extends string>(
  endpoints: Record<string, string>,
  shops: Shops<Name>,
  { people = 0, variables = {}, databaseUrl: given, copies = false, prepare = async () => {} }: ServerOptions<Name> = {},
): Promise<BenchServer<Name>> {
  const folder = temporaryFolder()
  const appUrl = 'http://localhost:3000'
  const appSecret = Buffer.alloc(32, 1).toString('base64')
  const databaseUrl = given ?? `file:${folder}/app.db`
  const { storeIds, tokens } = await seed(shops, { people, databaseUrl, copies, prepare, dataDir: folder, appSecret, appUrl, endpoints })
  const env = {
    ...heapEnvironment,
    NODE_ENV: 'production',
    ALLOW_SANDBOX: '1',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    APP_URL: appUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    PLATFORM_ENDPOINTS: JSON.stringify(endpoints),
    ...variables,
  }
  await using started = new AsyncDisposableStack()
  packed ??= packedServer()
  const command = [...heapOptions, join(packed, 'server', 'main.js')]
  const server = await startNode(command, env, (line) => listening.test(line))
  started.use(server)
  const [, url = ''] = listening.exec(server.firstWord) ?? []
  await untilReady(url)
  const { email, password } = person
  const { token } = Session.parse(JSON.parse((await post(`${url}/api/auth/sign-in/email`, { email, password }, {})).toString()))
  const kept = started.move()
  return {
    storeIds,
    url,
    dataDir: folder,
    tokens,
    get: (path) => get(`${url}/api/v1${path}`, { authorization: `Bearer ${token}` }),
    put: (path, body) => put(`${url}/api/v1${path}`, body, { authorization: `Bearer ${token}` }),
    post: (path, body) => post(`${url}/api/v1${path}`, body, { authorization: `Bearer ${token}` }),
    read: (path) => read(`${url}/api/v1${path}`, { authorization: `Bearer ${token}` }),
    firstByteMs: (path, body, encoding) =>
      firstByteMs(`${url}/api/v1${path}`, body, { authorization: `Bearer ${token}`, 'accept-encoding': encoding }),
    peakMemory: server.peakMemory,
    memory: server.memory,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
