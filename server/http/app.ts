import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '#shared/limits.ts'
import { withAllowedMethods } from './allowed-methods.ts'
import { callerOf } from '#server/auth/caller.ts'
import { registerAuthRoutes } from '#server/auth/routes.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { loadViewer } from '#server/auth/viewer.ts'
import { healthRoutes } from './health.ts'
import { oneLargeBodyEach } from './large-bodies.ts'
import { rateLimits } from './rate-limits.ts'
import { ownOrigins } from './own-origins.ts'
import { restRoutes } from './rest.ts'
import { securityTxt } from './security-txt.ts'
import { security } from './security.ts'
import { refuseUnknownAddress, sendClientFailure, sendFailure } from './send-failure.ts'
import { site } from './static-site.ts'
import type { Context } from '#server/procedure/context.ts'
import { trpcRoutes } from './trpc-routes.ts'

export type AppOptions = {
  log: FastifyBaseLogger
  /** How many reverse proxies stand in front, each of which adds the address that it was called from to X-Forwarded-For. */
  proxies: number
  /** Where browsers find us; pages from elsewhere may not use our cookie. */
  appUrl: string
  corsOrigins: readonly string[]
  /** Origins of emulated shops, whose pictures do not come over https. */
  pictureOrigins: readonly string[]
  passwordMinLength: number
  /** Where weaknesses are reported, as a URI; where left out, at `appUrl`. */
  securityContact?: string | undefined
  /** Whether the worker that belongs to this process is there. */
  isWorking?: (() => boolean) | undefined
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number
}

/** Long enough for a slow line, short enough that a caller who trickles bytes does not hold a connection. */
const defaultRequestTimeoutMs = 30_000
/** How often Node looks for requests that are over that time. */
const timeoutCheckMs = 1_000
/** The address of a list holds the cursor of every page behind it; hundreds of them fit. */
const maxHeaderBytes = 128 * 1024
/** tRPC puts the names of all calls of a batch into one path segment. */
const maxParamLength = 2_000

function hostFor({ proxies, log, requestTimeoutMs = defaultRequestTimeoutMs }: AppOptions): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // A function, because Fastify takes a number for "trust nobody". What stands left of our own proxies' entries, the caller wrote.
    trustProxy: (_: string, hop: number) => hop < proxies,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: requestTimeoutMs, connectionsCheckingInterval: timeoutCheckMs },
    clientErrorHandler: sendClientFailure,
    frameworkErrors: (...refused) => void sendFailure(...refused),
    routerOptions: { maxParamLength },
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
}

/** Aborted when the caller hangs up before the answer is complete, so that nobody works for nobody. */
function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** What all below an address of calls have in common: answers are kept by nobody, and what is not there is JSON, not a page. */
function callsOnly(scope: FastifyInstance) {
  scope.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  scope.setNotFoundHandler(refuseUnknownAddress)
}

/** Knows who is calling, and counts the call, before anything of it is read. */
async function callers(fastify: FastifyInstance, deps: AuthDeps) {
  fastify.decorateRequest('viewer', null)
  fastify.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.limit !== 'none') request.viewer = await loadViewer(deps, request)
  })
  await rateLimits(fastify)
  fastify.addHook('onRequest', oneLargeBodyEach())
}

/** The whole host: both doors, sign-in, health and the web app, on dependencies that are handed in. It does not listen yet. */
export async function buildApp(deps: AuthDeps, options: AppOptions): Promise<FastifyInstance> {
  const fastify = hostFor(options)
  const contextFor =
    (door: Context['transport']) =>
    (request: FastifyRequest, reply: FastifyReply): Context => {
      const { range = null, 'if-range': ifRange } = request.headers
      const part = { range, ifRange: typeof ifRange === 'string' ? ifRange : null }
      const { address, userAgent } = callerOf(request)
      return {
        deps,
        viewer: request.viewer,
        transport: door,
        requestId: request.id,
        address,
        userAgent,
        signal: hangUpSignal(reply),
        part,
        idempotency: null,
      }
    }
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  fastify.setErrorHandler(sendFailure)
  const { passwordMinLength, appUrl, corsOrigins, pictureOrigins, securityContact = appUrl } = options
  await security(fastify, { isHttps: appUrl.startsWith('https:'), corsOrigins, pictureOrigins })
  await callers(fastify, deps)
  healthRoutes(fastify, { deps, isWorking: options.isWorking })
  securityTxt(fastify, deps, securityContact)
  const api = async (scope: FastifyInstance) => {
    callsOnly(scope)
    await withAllowedMethods(scope, async () => {
      await scope.register(registerAuthRoutes, { prefix: '/auth', deps, origins: ownOrigins(appUrl), passwordMinLength })
      await scope.register(restRoutes, { prefix: '/v1', contextOf: contextFor('rest') })
    })
  }
  const trpc = async (scope: FastifyInstance) => {
    callsOnly(scope)
    await scope.register(trpcRoutes, { contextOf: contextFor('trpc') })
  }
  await fastify.register(api, { prefix: '/api' })
  await fastify.register(trpc, { prefix: '/trpc' })
  await fastify.register(site)
  return fastify
}
