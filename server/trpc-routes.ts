import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { endpoints } from '#server/endpoints.ts'
import { failureOf } from '#server/failure.ts'
import { appRouter, type AppRouter } from '#server/router.ts'
import type { Context } from '#server/trpc.ts'

type Options = { contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context> }

const imageCalls = new Set(endpoints.filter((endpoint) => endpoint.takesImages).map((endpoint) => endpoint.path))

/** The body a call may have by its address: tRPC has one route for all, so the length that is declared is held against it. */
function assertBodyFits(request: FastifyRequest) {
  const called = request.url.split('?')[0]?.split('/').at(-1) ?? ''
  const most = imageCalls.has(called) ? limits.imageBodyBytes : limits.bodyBytes
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > most) throw new AppError('TOO_LARGE')
}

/** JSON and nothing else: forms are what pages of others can send, and nobody here reads them. */
function assertJson({ headers }: FastifyRequest) {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new AppError('UNSUPPORTED_MEDIA')
}

/** `/trpc`. Every call is a POST: the input of a query is personal data and stays out of addresses and logs. */
export async function trpcRoutes(fastify: FastifyInstance, { contextOf }: Options) {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = limits.imageBodyBytes
  })
  fastify.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED')
    assertJson(request)
    assertBodyFits(request)
  })
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router: appRouter,
    allowMethodOverride: true,
    maxBatchSize: limits.batchSize,
    createContext: ({ req, res }) => contextOf(req, res),
    onError: ({ error, req, path }) => {
      const { status, code } = failureOf(error)
      if (status >= 500) req.log.error({ err: error.cause ?? error, code, path })
    },
  }
  await fastify.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions })
}
