import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver, json } from './answer.ts'
import type { Answer } from './answer.ts'
import { answerControl, homePage } from './control.ts'
import type { Controls } from './control.ts'
import { demoShops } from './demo-shops.ts'
import { openFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import type { CatalogueOrder } from './catalogue/order-record.ts'
import { bodyOf } from './incoming.ts'
import { outboxPage } from './outbox.ts'
import { picture } from './picture.ts'
import type { RecordedRequest } from './requests.ts'
import { serveShop } from './serve-shop.ts'
import type { ShopSettings, Tuning } from './settings.ts'
import { openShop, tuneShop } from './shop.ts'

export type SandboxOptions = {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** The demo's shops, if none are given. */
  readonly shops?: readonly ShopSettings[]
  /** The folder in which the product lays its mails: /outbox shows them. */
  readonly outbox?: string
}

export type Sandbox = {
  /** http://127.0.0.1:4010 */
  readonly url: string
  /** Shop host -> base URL: what PLATFORM_ENDPOINTS wants. */
  readonly endpoints: Readonly<Record<string, string>>
  /** Every request that reached a shop, oldest first. */
  readonly requests: RecordedRequest[]
  readonly faults: Pick<Faults, 'add' | 'clear'>
  /** Changes one shop, or all of them. */
  readonly tune: (change: Tuning, shop?: string) => void
  /** A new order comes in at a shop, now. */
  readonly placeOrder: (shop: string) => CatalogueOrder
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
  const [, host, rest] = /^\/shops\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
  if (host === undefined) return deliver(response, await controlAnswer(request, pathname, controls, outbox), PLAIN)
  const shop = controls.shops.find(({ settings }) => settings.host === host)
  if (!shop) return deliver(response, json(404, { errors: 'Not Found' }), PLAIN)
  return serveShop({ shop, path: rest ?? '/', query: searchParams, request, response }, controls.faults, controls.requests)
}

/** A client that hangs up while it is being answered is no fault of the sandbox; anything else is, and must be seen. */
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
  const placeOrder = (host: string) => {
    const shop = shops.find(({ settings }) => settings.host === host)
    if (!shop) throw new Error(`the sandbox has no shop ${host}`)
    return shop.placeOrder()
  }
  const controls: Controls = { shops, endpoints, requests, faults, tune }
  const server = createServer((request, response) => {
    route(request, response, controls, options.outbox).catch((problem: unknown) => failed(response, problem))
  })
  // Longer than clients keep theirs: a pooled connection must not break because a test paused.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on no port')
  const url = `http://127.0.0.1:${address.port}`
  for (const { settings } of shops) endpoints[settings.host] = `${url}/shops/${settings.host}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
  return { url, endpoints, requests, faults, tune, placeOrder, close }
}
