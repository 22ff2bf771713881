import { fastifyRequestHandler, fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { challenge } from '#server/auth/require-viewer.ts'
import { compressed } from './compression.ts'
import { endpoints } from './endpoints.ts'
import { toFailure } from '#server/procedure/failure.ts'
import { assertJsonShape } from './json-shape.ts'
import { appRouter, type AppRouter } from '#server/router.ts'
import { refuseUnknownAddress } from './send-failure.ts'
import type { Context } from '#server/procedure/context.ts'

type Options = { contextOf: (request: FastifyRequest, reply: FastifyReply) => Context }

const Params = z.object({ path: z.string() })
const knownPaths = new Set(endpoints.map(({ path }) => path))
const queries = new Set(endpoints.filter(({ type }) => type === 'query').map(({ path }) => path))
const imageCalls = new Set(endpoints.filter((endpoint) => endpoint.takesImage !== undefined).map((endpoint) => endpoint.path))

const pathOf = ({ params }: FastifyRequest): string => Params.parse(params).path

/**
 * tRPC decodes the path once more than the router. A comma that is encoded twice would hide its calls from all that looks at the path before, such
 * as the count of calls. Throws NOT_FOUND: no call has such a name.
 */
function assertDecoded(request: FastifyRequest) {
  if (pathOf(request).includes('%')) refuseUnknownAddress()
}

/** Calls must be POST. The address of an unknown call is NOT_FOUND with any method. */
function assertPost(request: FastifyRequest, reply: FastifyReply) {
  if (request.method === 'POST') return
  if (
    !pathOf(request)
      .split(',')
      .every((path) => knownPaths.has(path))
  )
    refuseUnknownAddress()
  reply.header('allow', 'POST')
  throw new AppError('METHOD_NOT_ALLOWED')
}

/** tRPC has one route for all calls, so the limit of a call is compared with the declared length. Throws TOO_LARGE. */
function assertBodyFits(request: FastifyRequest) {
  const max = imageCalls.has(pathOf(request)) ? limits.imageBodyBytes : limits.bodyBytes
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > max) throw new AppError('TOO_LARGE')
}

/** Accepts only JSON: pages of other origins can send forms, and no call reads them. */
function assertJson({ headers }: FastifyRequest) {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new AppError('UNSUPPORTED_MEDIA')
}

/**
 * Compresses the answers of queries only, because the answer of a mutation may contain a secret. The plugin skips requests with this
 * header.
 */
function compressQueriesOnly(request: FastifyRequest) {
  if (
    !pathOf(request)
      .split(',')
      .every((path) => queries.has(path))
  )
    request.headers['x-no-compression'] = 'true'
}

/** tRPC answers with a `Response`. As a text, its length is known, so `transfer-encoding` must be removed. */
async function asText(_: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (!(payload instanceof Response)) return payload
  reply.code(payload.status)
  payload.headers.delete('transfer-encoding')
  for (const [name, value] of payload.headers) reply.header(name, value)
  return payload.text()
}

/** Accepts only a path, not a full address as sent to a proxy: tRPC fails on one with a user name. */
function assertPath({ raw: { url = '' } }: FastifyRequest) {
  if (!url.startsWith('/')) throw new AppError('INVALID_INPUT', 'Please send a path, not a full address')
}

/** `/trpc`. Every call is a POST: the input of a query is personal data and stays out of addresses and logs. */
export async function trpcRoutes(fastify: FastifyInstance, { contextOf }: Options) {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = limits.imageBodyBytes
  })
  await compressed(fastify, 'all')
  fastify.addHook('onSend', asText)
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>['trpcOptions'] = {
    router: appRouter,
    allowMethodOverride: true,
    maxBatchSize: limits.batchSize,
    createContext: ({ req, res }) => contextOf(req, res),
    onError: ({ error, req, path }) => {
      const { status, code } = toFailure(error)
      if (status >= 500) req.log.error({ err: error.cause ?? error, code, path })
    },
  }
  fastify.addHook('onRequest', async (request, reply) => {
    assertDecoded(request)
    assertPost(request, reply)
    assertPath(request)
    compressQueriesOnly(request)
    assertJson(request)
    assertBodyFits(request)
    if (request.viewer) return
    // Answered here, before a byte of the body is read. tRPC writes the refusal itself, in the format of its clients.
    challenge(request, reply)
    return fastifyRequestHandler({ ...trpcOptions, req: request, res: reply, path: pathOf(request) })
  })
  fastify.addHook('preValidation', async (request) => {
    // As over REST. tRPC's own client sends nothing for a mutation without input.
    if (request.body === '') request.body = '{}'
    if (typeof request.body === 'string') assertJsonShape(request.body)
  })
  await fastify.register(fastifyTRPCPlugin, { trpcOptions })
}
