import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '#shared/limits.ts'
import { authRoutes } from '#server/auth/routes.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { viewerOf } from '#server/auth/viewer.ts'
import { failureBody, failureOf } from '#server/failure.ts'
import { healthRoutes } from '#server/health.ts'
import { restRoutes } from '#server/rest.ts'
import { security } from '#server/security.ts'
import { site } from '#server/site.ts'
import type { Context } from '#server/trpc.ts'
import { trpcRoutes } from '#server/trpc-routes.ts'

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
  /** Whether the worker that belongs to this process is there. */
  isWorking?: (() => boolean) | undefined
}

/** Long enough for a slow line, short enough that a caller who trickles bytes does not hold a connection. */
const requestTimeoutMs = 30_000
/** The address of a list holds the cursor of every page behind it; hundreds of them fit. */
const maxHeaderBytes = 128 * 1024
/** tRPC puts the names of all calls of a batch into one path segment. */
const maxParamLength = 2_000

function hostFor({ proxies, log }: AppOptions): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // A function, because Fastify takes a number for "trust nobody". What stands left of our own proxies' entries, the caller wrote.
    trustProxy: (_: string, hop: number) => hop < proxies,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    http: { maxHeaderSize: maxHeaderBytes },
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

/** Pages opened as 127.0.0.1 are as much our own as those opened as localhost. */
function ownOrigins(appUrl: string): string[] {
  const { origin } = new URL(appUrl)
  return origin.includes('//localhost') ? [origin, origin.replace('//localhost', '//127.0.0.1')] : [origin]
}

/** The whole host: both doors, sign-in, health and the web app, on dependencies that are handed in. It does not listen yet. */
export async function buildApp(deps: AuthDeps, options: AppOptions): Promise<FastifyInstance> {
  const fastify = hostFor(options)
  const contextFor =
    (door: Context['door']) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
      const viewer = await viewerOf(deps, request)
      const { range = null, 'if-range': ifRange } = request.headers
      const part = { range, ifRange: typeof ifRange === 'string' ? ifRange : null }
      return { deps, viewer, door, requestId: request.id, signal: hangUpSignal(reply), part }
    }
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  fastify.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (failure.status >= 500) request.log.error(error)
    return reply.code(failure.status).send(failureBody(failure))
  })
  const { passwordMinLength, appUrl, corsOrigins, pictureOrigins } = options
  await security(fastify, { isHttps: appUrl.startsWith('https:'), corsOrigins, pictureOrigins })
  healthRoutes(fastify, { deps, isWorking: options.isWorking ?? (() => true) })
  await fastify.register(authRoutes, { prefix: '/api/auth', deps, origins: ownOrigins(appUrl), passwordMinLength })
  await fastify.register(restRoutes, { prefix: '/api/v1', contextOf: contextFor('rest') })
  await fastify.register(trpcRoutes, { contextOf: contextFor('trpc') })
  await fastify.register(site)
  return fastify
}
