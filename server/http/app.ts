import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '#shared/limits.ts'
import { withAllowedMethods } from './allowed-methods.ts'
import { boundCallsAtOnce } from './calls-at-once.ts'
import { watchConnections } from './connections.ts'
import { callerOf } from '#server/auth/caller.ts'
import { challenge } from '#server/auth/require-viewer.ts'
import { registerAuthRoutes } from '#server/auth/routes.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { loadViewer, noteRefusedKey } from '#server/auth/viewer.ts'
import { healthRoutes } from './health.ts'
import { measureRequests } from './metrics.ts'
import { bodyLengthOf, oneLargeBodyEach } from './large-bodies.ts'
import { rateLimits } from './rate-limits.ts'
import { noteKeyCalls } from './key-calls.ts'
import { ownOrigins } from './own-origins.ts'
import { mcpPath, mcpRoutes } from './mcp/routes.ts'
import { RequestLog } from './request-log.ts'
import { restRoutes } from './rest.ts'
import { securityTxt } from './security-txt.ts'
import { security, type Overload } from './security.ts'
import { refuseUnknownAddress, sendClientFailure, sendFailure } from './send-failure.ts'
import { site } from './static-site.ts'
import type { Context } from '#server/procedure/context.ts'
import { traceRequests } from './trace-requests.ts'
import { trpcRoutes } from './trpc-routes.ts'

export type AppOptions = {
  log: FastifyBaseLogger
  /** The number of reverse proxies in front. Each adds the address of its own caller to X-Forwarded-For. */
  proxies: number
  /** The product's address in browsers. Pages of other origins may not use our cookie. */
  appUrl: string
  corsOrigins: readonly string[]
  /** Origins of emulated shops, whose pictures do not come over https. */
  pictureOrigins: readonly string[]
  passwordMinLength: number
  /** The contact for security reports, as a URI. The default is `appUrl`. */
  securityContact?: string | undefined
  /** Whether the worker of this process is running. Omitted where the process has none. */
  isWorking?: (() => boolean) | undefined
  /** The time within which a request must arrive. */
  requestTimeoutMs?: number
  /** When requests are refused because the process is too busy. Tests lower it. */
  overload?: Partial<Overload>
  /** The maximum number of calls of one caller that have no answer yet. Tests lower it. */
  callsAtOnce?: number
  /** How long a connection without a request stays open after the stop. */
  idleGraceMs?: number
}

/** Long enough for a slow line, short enough that a caller who sends single bytes does not keep a connection. */
const defaultRequestTimeoutMs = 30_000
/** The interval at which Node looks for requests over that time. */
const timeoutCheckMs = 1_000
/** The address of a list has a cursor for each earlier page. Hundreds of them fit. */
const maxHeaderBytes = 128 * 1024
/** tRPC puts the names of all calls of a batch into one path segment. */
const maxParamLength = 2_000
/** Each of our hooks waits once for the end of an answer, and so do its compression and its pipe. Node takes more than ten for a leak. */
const maxListeners = 20

function hostFor({ proxies, log, requestTimeoutMs = defaultRequestTimeoutMs }: AppOptions): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new RequestLog(log),
    // A function, because Fastify understands a number as "trust nobody". Our own proxies add the last entries. The caller can forge all
    // earlier ones.
    trustProxy: (_: string, hop: number) => hop < proxies,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: requestTimeoutMs, connectionsCheckingInterval: timeoutCheckMs },
    clientErrorHandler: sendClientFailure,
    frameworkErrors: (...refused) => void sendFailure(...refused),
    routerOptions: { maxParamLength },
    // A call that arrives on an open connection while the server stops is answered.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
}

/** Aborted when the caller disconnects before the answer is complete, so that the work for it stops. */
function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

const lastEventIdOf = ({ headers }: FastifyRequest): string | null => {
  const { 'last-event-id': id } = headers
  return typeof id === 'string' ? id : null
}

/** The rules for all calls of a scope: answers are not cached, and an unknown address gets JSON, not a page. */
function callsOnly(scope: FastifyInstance) {
  scope.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  scope.setNotFoundHandler(refuseUnknownAddress)
}

/** From when on after its head a body counts as held back. */
const lateBodyMs = 1_000

/** A shop signs its messages, and signs in nowhere. */
const mayBeSignedIn = ({ routeOptions: { config } }: FastifyRequest) => config.limit !== 'none' && config.limit !== 'delivery'

/** Identifies the caller and counts the call, before its body is read. */
async function callers(fastify: FastifyInstance, deps: AuthDeps, callsAtOnce: number) {
  fastify.decorateRequest('viewer', null)
  fastify.addHook('onRequest', async (request) => {
    if (mayBeSignedIn(request)) request.viewer = await loadViewer(deps, request)
  })
  // A caller can hold a body back for half a minute: what it asks for is done with the rights of the moment when it has arrived. Usually it
  // comes with the head, and to look twice would cost every call.
  fastify.addHook('preValidation', async (request, reply) => {
    if (!request.viewer || bodyLengthOf(request) === 0 || reply.elapsedTime < lateBodyMs) return
    request.viewer = await loadViewer(deps, request)
    if (request.viewer) return
    challenge(request, reply)
    await noteRefusedKey(deps, request)
  })
  noteKeyCalls(fastify, deps)
  await rateLimits(fastify)
  fastify.addHook('onRequest', async (request) => {
    if (mayBeSignedIn(request)) await noteRefusedKey(deps, request)
  })
  boundCallsAtOnce(fastify, callsAtOnce)
  fastify.addHook('onRequest', oneLargeBodyEach())
}

/** The whole host: REST, tRPC, MCP, sign-in, health and the web app. It does not listen yet. */
export async function buildApp(deps: AuthDeps, options: AppOptions): Promise<FastifyInstance> {
  const fastify = hostFor(options)
  fastify.decorateReply('failureCode', null)
  const contextFor =
    (transport: Context['transport']) =>
    (request: FastifyRequest, reply: FastifyReply): Context => {
      const { range = null, 'if-range': ifRange } = request.headers
      const part = { range, ifRange: typeof ifRange === 'string' ? ifRange : null }
      const { address, userAgent } = callerOf(request)
      return {
        deps,
        viewer: request.viewer,
        transport,
        requestId: request.id,
        address,
        userAgent,
        signal: hangUpSignal(reply),
        lastEventId: lastEventIdOf(request),
        recheck: () => loadViewer(deps, request),
        part,
        idempotency: null,
      }
    }
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).raw.setMaxListeners(maxListeners)
  })
  traceRequests(fastify)
  measureRequests(fastify, deps.metrics)
  fastify.setErrorHandler(sendFailure)
  const { passwordMinLength, appUrl, corsOrigins, pictureOrigins, securityContact = appUrl, overload } = options
  const { callsAtOnce = limits.callsAtOnce } = options
  await security(fastify, { isHttps: appUrl.startsWith('https:'), corsOrigins, pictureOrigins, overload })
  await callers(fastify, deps, callsAtOnce)
  // Streams never end by themselves, and an open one would keep the server.
  const connections = watchConnections(fastify.server, options.idleGraceMs ?? 0)
  fastify.decorate('connections', connections)
  fastify.addHook('preClose', async () => {
    deps.feed.close()
    await connections.close()
  })
  healthRoutes(fastify, { deps, isWorking: options.isWorking, isStopping: connections.isStopping, proxies: options.proxies })
  securityTxt(fastify, deps, securityContact)
  const api = async (scope: FastifyInstance) => {
    callsOnly(scope)
    await withAllowedMethods(scope, async () => {
      await scope.register(registerAuthRoutes, { prefix: '/auth', deps, origins: ownOrigins(appUrl), passwordMinLength })
      await scope.register(restRoutes, { prefix: '/v1', deps, contextOf: contextFor('rest'), appUrl })
    })
  }
  const trpc = async (scope: FastifyInstance) => {
    callsOnly(scope)
    await scope.register(trpcRoutes, { contextOf: contextFor('trpc') })
  }
  const mcp = async (scope: FastifyInstance) => {
    callsOnly(scope)
    const origins = [...ownOrigins(appUrl), ...corsOrigins]
    await withAllowedMethods(scope, async () => mcpRoutes(scope, { contextOf: contextFor('mcp'), origins }))
  }
  await fastify.register(api, { prefix: '/api' })
  await fastify.register(trpc, { prefix: '/trpc' })
  await fastify.register(mcp, { prefix: mcpPath })
  await fastify.register(site)
  return fastify
}
