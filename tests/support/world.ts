// A whole product for one test file: real database, real app, the sandbox on its own sockets. Only the clock and the
// addresses of the shops are replaced.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Issuer } from '#server/auth/provider.ts'
import { keyFor } from '#server/secrets/secret.ts'
import { assemble } from '#server/boot/assemble.ts'
import type { Google } from '#server/boot/assemble-work.ts'
import { enter, type AuthDeps } from '#server/auth/sessions.ts'
import { createWorker, type WorkerOptions } from '#server/jobs/worker.ts'
import { firingOf } from '#server/schedules/fire.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createLogger } from '#server/boot/logging.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Lookup } from '#server/platforms/guard.ts'
import { jobEnded } from '#server/boot/job-ended.ts'
import type { BucketPlace } from '#server/storage/bucket.ts'
import { saveStore } from '#server/stores/service.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { spareHost } from '#sandbox/spare-hosts.ts'
import type { RoleName } from '#shared/roles.ts'
import { connectCallback } from '#shared/store-connect.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { assertDocumented } from './contract.ts'
import { buildTestApp } from './test-app.ts'
import { openEvidence, type Planted } from './evidence.ts'
import { appSecret, environmentOf } from './world-environment.ts'
import { freshDatabase } from '../../scripts/fresh-database.ts'
import { addPerson, type Person } from '../../scripts/people.ts'

export const password = 'correct horse 1'
export const appUrl = 'http://localhost:3000'
export { appSecret }

const needed = ['read_products', 'write_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers']
const scopes = [...needed, 'read_all_orders', 'read_payment_terms', 'read_markets']
const shop = { currency: 'USD', timezone: 'America/New_York', products: 60, fulfillmentServices: ['parcelhub', 'printworks'] }

/** Small shops, one of each platform and a second Shopify one. */
export const testShops = {
  north: {
    ...shop,
    platform: 'shopify',
    host: 'north-test.myshopify.com',
    name: 'North',
    scopes,
    credentials: { accessToken: 'shpat_test_north' },
    app: { clientId: 'north-app', clientSecret: 'shpss_test_north_app', isForeign: true },
  },
  harbor: {
    ...shop,
    platform: 'shopify',
    host: 'harbor-test.myshopify.com',
    name: 'Harbor',
    timezone: 'Europe/Berlin',
    lacksMetafields: ['custom.care', 'custom.badge'],
    scopes,
    credentials: { clientId: 'harbor-id', clientSecret: 'harbor-secret' },
  },
  print: {
    ...shop,
    platform: 'shopbase',
    host: 'print-test.onshopbase.com',
    name: 'Print',
    scopes,
    credentials: { apiKey: 'print-key', password: 'print-password' },
  },
} satisfies Record<string, ShopSettings>
export type TestShop = keyof typeof testShops

function secretsOf({ credentials }: ShopSettings) {
  if ('accessToken' in credentials) return { token: credentials.accessToken }
  if ('clientId' in credentials) return { clientId: credentials.clientId, clientSecret: credentials.clientSecret }
  return { apiKey: credentials.apiKey, apiPassword: credentials.password, sharedSecret: credentials.sharedSecret ?? '' }
}

/** All secrets of a world. */
function plantedIn(shops: readonly ShopSettings[], { issuers = [], smtpUrl }: WorldOptions, googleKey: string): Planted {
  const keys = ['store secrets', 'access tokens', 'better-auth'].map((purpose) => [purpose, keyFor(appSecret, purpose).toString('base64')])
  const ofShops = shops.flatMap((one) => Object.entries(secretsOf(one)).map(([field, secret]) => [`${field} of ${one.name}`, secret]))
  // A single line from the private part of the key.
  const line = googleKey.split('\n')[12] ?? ''
  return Object.fromEntries([
    ...ofShops.filter(([field, secret]) => !String(field).startsWith('clientId') && secret !== ''),
    ...shops.flatMap((one) => ('app' in one && one.app ? [[`app secret of ${one.name}`, one.app.clientSecret]] : [])),
    ...keys,
    ['APP_SECRET', appSecret],
    ['user password', password],
    ...(line ? [['Google key', line]] : []),
    ...(smtpUrl && new URL(smtpUrl).password ? [['SMTP password', new URL(smtpUrl).password]] : []),
    ...issuers.map(({ id, clientSecret }) => [`client secret at ${id}`, clientSecret]),
  ])
}

/** The request that connects one of the test shops. */
export function storeRequest(name: TestShop, change: object = {}) {
  const { platform, host, currency, timezone, ...settings } = testShops[name]
  return { name: settings.name, platform, domain: host, currency, timezone, ...secretsOf(testShops[name]), ...change }
}

let taken = 0

/** The request that connects an unconnected shop: North or Print at another address. */
export function anotherStore(change: object = {}, name: 'north' | 'print' = 'north') {
  taken += 1
  const domain = spareHost(testShops[name].host, taken)
  return storeRequest(name, { name: domain, domain, ...change })
}

export type Caller = {
  userId: string
  token: string
  /** Calls `/api/v1`. A JSON body is parsed. */
  rest(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers?: Record<string, string>): Promise<RestAnswer>
  /** Opens a stream of `/api/v1`. */
  open(path: string, headers?: Record<string, string>): Promise<{ status: number; stream: Readable }>
  /** Calls one procedure over tRPC. */
  trpc(path: string, input?: object): Promise<TrpcAnswer>
}
export type RestAnswer = { status: number; headers: Record<string, unknown>; body: unknown; text: string; bytes: Buffer }
export type TrpcAnswer = { status: number; data: unknown; error: { message: string; data: { appCode: string } } | null }

export type World = {
  app: FastifyInstance
  deps: AuthDeps
  sandbox: Sandbox
  databaseUrl: string
  clock: { now: number }
  stores: Record<TestShop, string>
  /** A person with this role who is signed in, in all stores or in the given one. */
  signedIn(role: RoleName, store?: TestShop | null): Promise<Caller>
  person(person: Partial<Person> & Pick<Person, 'email'>): Promise<string>
  /** Calls with any token, or none. */
  caller(token: string | null, userId?: string): Caller
  signIn(email: string): Promise<{ token: string; refresh_token: string }>
  logged: string[]
  /** Adds a secret to the search (see evidence.ts). */
  plant(name: string, value: string): void
  /** DATA_DIR. */
  folder: string
  /** The folder of jobs' files. */
  exports: string
  /** Runs all due jobs in this process. */
  work(options?: Partial<WorkerOptions>): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function callerOf(app: FastifyInstance, token: string | null, userId: string): Caller {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return {
    userId,
    token: token ?? '',
    async rest(method, path, body, headers = {}) {
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { ...authorization, ...headers },
        ...(body ? { payload: body } : {}),
      })
      const json = parsed(answer.body)
      if (/^application\/json(;|$)/.test(String(answer.headers['content-type']))) assertDocumented(method, path, answer.statusCode, json)
      return { status: answer.statusCode, headers: answer.headers, body: json, text: answer.body, bytes: answer.rawPayload }
    },
    async open(path, headers = {}) {
      const answer = await app.inject({ url: `/api/v1${path}`, headers: { ...authorization, ...headers }, payloadAsStream: true })
      return { status: answer.statusCode, stream: answer.stream() }
    },
    async trpc(path, input) {
      const headers = { ...authorization, 'content-type': 'application/json' }
      const answer = await app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload: JSON.stringify(input ?? {}) })
      const body = answer.json<{ result?: { data: unknown }; error?: TrpcAnswer['error'] }>()
      return { status: answer.statusCode, data: body.result?.data ?? null, error: body.error ?? null }
    },
  }
}

/** A public name with a private address. */
export const privateName = 'private.example.com'

/** Tests call nothing outside of this machine, and ask no name server. */
const destinationLookup: Lookup = (host, done) =>
  host === privateName
    ? done(null, [{ address: '10.0.0.1', family: 4 }])
    : done(Object.assign(new Error('tests know no such host'), { code: 'ENOTFOUND' }), [])

type WorldOptions = {
  shops?: Record<TestShop, ShopSettings>
  issuers?: readonly Issuer[]
  ownerSetup?: { given: string | null }
  breachedPasswordsUrl?: string
  smtpUrl?: string
  google?: Partial<Google>
  /** The number of reverse proxies before the server. */
  proxies?: number
  /** The maximum wait of pages for a shop's rate limit before a bulk operation is used instead. */
  bulkAfterMs?: number
  /** The wait of calls to shops and to Google. Default: the machine's own time. */
  waiting?: Partial<Clock>
  /** The bucket for files of jobs. Default: a folder. */
  filesBucket?: BucketPlace
  /** Where the product is reached. Default: `appUrl`. */
  publicUrl?: string
  /** Further hosts of shops, and their addresses. */
  endpoints?: Record<string, string>
}

export async function createWorld(wanted: WorldOptions = {}): Promise<World> {
  const { shops = testShops, issuers = [], proxies = 0, endpoints = {}, publicUrl = appUrl, smtpUrl, google, ...others } = wanted
  const folder = await mkdtemp(join(tmpdir(), 'world-'))
  const database = await freshDatabase(folder)
  const sandbox = await startSandbox({ shops: Object.values(shops) })
  sandbox.tune({ costBucket: false, callBucket: false, redirectUris: [publicUrl + connectCallback] })
  const clock = { now: Date.now() }
  const logged: string[] = []
  const log = createLogger('debug', { write: (line) => void logged.push(line) })
  const deps = await assemble({
    ...others,
    databaseUrl: database.url,
    appSecret,
    appUrl: publicUrl,
    passwordMinLength: 6,
    dataDir: folder,
    mail: { smtpUrl: smtpUrl ?? null, from: 'no-reply@world.test' },
    issuers,
    platformEndpoints: { ...sandbox.endpoints, ...endpoints },
    destinationHosts: ['127.0.0.1'],
    destinationLookup,
    google: {
      account: sandbox.sheets.account,
      sheetsEndpoint: sandbox.sheets.endpoint,
      tokenEndpoint: sandbox.sheets.tokenEndpoint,
      ...google,
    },
    filesFolder: `${folder}/exports`,
    now: () => clock.now,
    sharedNow: () => clock.now,
    inspect: () => inspectEnvironment(environmentOf({ sandbox, databaseUrl: database.url, folder }, publicUrl)),
    log,
  })
  const built = await buildTestApp(deps, { log, proxies, appUrl: publicUrl })
  const evidence = openEvidence(built, plantedIn(Object.values(shops), wanted, sandbox.sheets.account.private_key))
  const { app } = evidence
  const connect = async (name: TestShop) => (await saveStore(deps, StoreCreateRequest.parse(storeRequest(name, secretsOf(shops[name]))))).id
  const stores = { north: await connect('north'), harbor: await connect('harbor'), print: await connect('print') }
  const person: World['person'] = (given) => addPerson(deps, { name: given.email, password, assignments: [], ...given })
  const signIn: World['signIn'] = async (email) =>
    (await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password } })).json()
  let people = 0
  return {
    app,
    deps,
    sandbox,
    clock,
    stores,
    logged,
    databaseUrl: database.url,
    plant: (name, value) => evidence.plant(name, value),
    folder,
    exports: `${folder}/exports`,
    work: (options) =>
      createWorker(deps, { handlers: createJobHandlers(deps), onEnd: jobEnded(deps), fireDue: firingOf(deps), ...options }).drain(),
    person,
    signIn,
    caller: (token, userId = '') => callerOf(app, token, userId),
    // Skips the password check, which takes a tenth of a second. The tests of signing in use `signIn`.
    async signedIn(role, store = null) {
      people += 1
      const email = `${role}-${people}@world.test`
      const userId = await person({ email, assignments: [{ role, storeId: store && stores[store] }] })
      const { session } = await enter(deps, userId, {
        address: '127.0.0.1',
        userAgent: 'lightMyRequest',
        cookie: '',
        requestId: 'signed in',
      })
      return callerOf(app, session.token, userId)
    },
    async [Symbol.asyncDispose]() {
      evidence.keep({ folder, logged })
      await app.close()
      await deps.close()
      await database[Symbol.asyncDispose]()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
