import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver, json } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Bucket } from './bucket.ts'
import { answerControl, homePage } from './control.ts'
import type { Controls } from './control.ts'
import { demoShops } from './demo-shops.ts'
import { openFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { bodyOf } from './incoming.ts'
import { outboxPage } from './outbox.ts'
import { picture } from './picture.ts'
import type { RecordedRequest } from './requests.ts'
import { serveShop } from './serve-shop.ts'
import type { ShopSettings, Tuning } from './settings.ts'
import { sheetsPage } from './sheets/page.ts'
import { serveSheets } from './sheets/serve.ts'
import { openSheets } from './sheets/service.ts'
import type { DocumentSettings, SheetsService } from './sheets/service.ts'
import { serviceAccount } from './sheets/tokens.ts'
import type { ServiceAccount } from './sheets/tokens.ts'
import { serveStorage, STORAGE_HOST } from './shopify/bulk/storage.ts'
import { isShopify, openShop, tuneShop } from './shop.ts'
import type { Shop } from './shop.ts'
import { ANY_HOST, isSilent, shopAt } from './spare-hosts.ts'
import { warmShop } from './warm-up.ts'

export type SandboxOptions = {
  /** 0 (the default): any free port. */
  readonly port?: number
  /** Default: the demo's shops. */
  readonly shops?: readonly ShopSettings[]
  /** The folder of the product's mails, which /outbox shows. */
  readonly outbox?: string
  /** Default: the demo's spreadsheets. */
  readonly documents?: readonly DocumentSettings[]
}

export type Trade = Pick<
  Shop,
  'clock' | 'catalogue' | 'saveProduct' | 'removeProduct' | 'webhooks' | 'orders' | 'placeOrder' | 'changeOrder' | 'removeOrder'
>

/** The values of GOOGLE_SHEETS_ENDPOINT, GOOGLE_TOKEN_ENDPOINT and GOOGLE_SERVICE_ACCOUNT, and the running service. */
export type SandboxSheets = Pick<SheetsService, 'documents' | 'share' | 'tune' | 'tokens' | 'clock'> & {
  readonly endpoint: string
  readonly tokenEndpoint: string
  readonly account: ServiceAccount
  /** Calls a listener with each call's name before the call is carried out, so that tests can edit the document. null: no longer. */
  readonly beforeCalls: (listener: SheetsService['beforeCall']) => void
  /** Carries out the requests that the fault "late" has kept. */
  readonly carryOutLate: () => void
}

export type Sandbox = {
  /** http://127.0.0.1:4010 */
  readonly url: string
  /** Shop host -> base URL: the value of PLATFORM_ENDPOINTS. It covers every host. */
  readonly endpoints: Readonly<Record<string, string>>
  readonly sheets: SandboxSheets
  /** All requests to shops and to Google, oldest first. */
  readonly requests: RecordedRequest[]
  readonly faults: Pick<Faults, 'add' | 'clear'>
  /** Changes one shop, or all. */
  readonly tune: (change: Tuning, shop?: string) => void
  /** What a shop sells and has sold, and its changes. */
  readonly trade: (shop: string) => Trade
  /** The bucket of a shop's rate limit, which every client of the shop shares. */
  readonly bucket: (shop: string) => Bucket
  /** Generates each shop's data ahead of its first request. On a slow machine, that request would take seconds. */
  readonly warmUp: () => Promise<void>
  readonly close: () => Promise<void>
}

const PLAIN = { acceptsGzip: false, latencyMs: 0, signal: new AbortController().signal }

async function controlAnswer(request: IncomingMessage, path: string, controls: Controls, outbox?: string): Promise<Answer> {
  if (path === '/outbox' && outbox !== undefined) return outboxPage(outbox)
  if (path === '/') return homePage(controls)
  if (path.startsWith('/pictures/')) return picture(path)
  const body = await bodyOf(request)
  return body === null ? json(413, { error: 'too long' }) : answerControl(request.method ?? 'GET', path, body, controls)
}

async function route(request: IncomingMessage, response: ServerResponse, controls: Controls, outbox?: string): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
  if (pathname.startsWith('/spreadsheets')) return deliver(response, sheetsPage(controls.sheets, pathname, searchParams), PLAIN)
  const [isGoogle, path] = /^\/google(\/.*)$/.exec(pathname) ?? []
  if (isGoogle !== undefined && path !== undefined)
    return serveSheets({ service: controls.sheets, path, query: searchParams, request, response }, controls.faults, controls.requests)
  const [, key] = /^\/storage\/.*\/([0-9a-f]+)$/.exec(pathname) ?? []
  if (key !== undefined) return serveStorage({ shops: controls.shops, key, request, response }, controls.faults, controls.requests)
  const [, host, rest] = /^\/shops\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
  if (host === undefined) return deliver(response, await controlAnswer(request, pathname, controls, outbox), PLAIN)
  if (isSilent(host)) return void request.destroy()
  const shop = shopAt(host, controls.shops)
  if (!shop) return deliver(response, json(404, { errors: 'Not Found' }), PLAIN)
  return serveShop({ shop, host, path: rest ?? '/', query: searchParams, request, response }, controls.faults, controls.requests)
}

/** A client may disconnect during an answer. Any other error is a bug of the sandbox and must be visible. */
function failed(response: ServerResponse, problem: unknown): void {
  if (response.destroyed || response.writableEnded) return
  response
    .writeHead(500, { 'content-type': 'text/plain' })
    .end(`The sandbox failed: ${problem instanceof Error ? problem.stack : String(problem)}`)
}

/** Starts the emulated shops on one port of this machine. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const shops = (options.shops ?? demoShops).map(openShop)
  const endpoints: Record<string, string> = {}
  const requests: RecordedRequest[] = []
  const faults = openFaults()
  const tune = (change: Tuning, host?: string) => {
    const chosen = shops.filter(({ settings }) => host === undefined || settings.host === host)
    if (chosen.length === 0) throw new Error(`the sandbox has no shop ${host}`)
    for (const shop of chosen) tuneShop(shop, change)
  }
  const trade = (host: string) => {
    const shop = shops.find(({ settings }) => settings.host === host)
    if (!shop) throw new Error(`the sandbox has no shop ${host}`)
    return shop
  }
  const bucket = (host: string) => {
    const shop = shops.find(({ settings }) => settings.host === host)
    const limit = shop && isShopify(shop) ? shop.costBucket : shop?.callBucket
    if (!limit) throw new Error(`the sandbox has no bucket for ${host}`)
    return limit
  }
  const service = openSheets(options.documents)
  const controls: Controls = { shops, endpoints, requests, faults, tune, sheets: service }
  const server = createServer((request, response) => {
    route(request, response, controls, options.outbox).catch((problem: unknown) => failed(response, problem))
  })
  // Longer than the clients' timeout: a pooled connection must not break because a test paused.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on no port')
  const url = `http://127.0.0.1:${address.port}`
  for (const { settings } of shops) endpoints[settings.host] = `${url}/shops/${settings.host}`
  endpoints[STORAGE_HOST] = `${url}/storage`
  // Nothing may call a real shop. Unknown hosts get the platforms' answer for unknown shops.
  endpoints[ANY_HOST] = `${url}/shops/${ANY_HOST}`
  const { documents, share, tokens, clock } = service
  const sheets: SandboxSheets = {
    documents,
    share,
    tokens,
    clock,
    tune: service.tune,
    endpoint: `${url}/google`,
    tokenEndpoint: `${url}/google/token`,
    account: serviceAccount(),
    beforeCalls: (listener) => {
      service.beforeCall = listener
    },
    carryOutLate: () => service.late.splice(0).forEach((carryOut) => carryOut()),
  }
  const warmUp = async () => {
    for (const shop of shops) await warmShop(shop)
  }
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
  return { url, endpoints, sheets, requests, faults, tune, trade, bucket, warmUp, close }
}
