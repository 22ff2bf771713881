import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { docsRoutes } from '#server/docs/routes.ts'
import { Download, type Whole } from '#server/download.ts'
import { endpoints, type Endpoint } from '#server/endpoints.ts'
import { failureBody, failureOf } from '#server/failure.ts'
import { once, type Answer } from '#server/idempotency.ts'
import { openApi, type OpenApi } from '#server/openapi.ts'
import { appRouter } from '#server/router.ts'
import type { Context } from '#server/trpc.ts'

type Options = { contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context> }

const hasBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'

/** Query or body, and the path's own parameters, which win. */
function inputOf(endpoint: Endpoint, request: FastifyRequest): object {
  const given = hasBody(endpoint) ? (request.body ?? {}) : request.query
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new AppError('INVALID_INPUT', 'Please send a JSON object')
  const input = { ...given, ...(request.params as object) }
  return input
}

async function call({ path, type, input: schema }: Endpoint, ctx: Context, input: object): Promise<unknown> {
  const unknown = schema || !ctx.viewer ? [] : Object.keys(input)
  if (unknown.length > 0) throw new AppError('INVALID_INPUT', `Unknown fields: ${unknown.join(', ')}`)
  const getRawInput = async () => (schema ? input : undefined)
  return callTRPCProcedure({ router: appRouter, path, type, ctx, getRawInput, signal: ctx.signal, batchIndex: 0 })
}

/** `{ success, data }`, with the fields that SPEC 7 reads outside data repeated at the top, or all of them there alone. */
function envelope({ alsoOnTop = [], isFlat }: Endpoint, output: unknown) {
  if (isFlat) return { success: true, ...(output as object) }
  const fields = Object.entries(output as object).filter(([name]) => alsoOnTop.includes(name))
  return { success: true, data: output, ...Object.fromEntries(fields) }
}

function describeWhole(reply: FastifyReply, { size, range, tag }: Whole) {
  const { start, end } = range ?? { start: 0, end: size }
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('content-length', end - start)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
}

function sendFile(reply: FastifyReply, { filename, body, warning, whole }: Download) {
  if (whole) describeWhole(reply, whole)
  reply.header('content-disposition', `attachment; filename="${filename}"`).type('text/csv; charset=utf-8')
  if (warning !== null) reply.header('x-export-warning', warning.replaceAll(/[^\x20-\x7e]/g, '?'))
  return reply.send(body)
}

async function answer(endpoint: Endpoint, request: FastifyRequest, ctx: Context): Promise<Answer> {
  const input = inputOf(endpoint, request)
  const carryOut = async () => ({ status: endpoint.status ?? 200, body: envelope(endpoint, await call(endpoint, ctx, input)) })
  const key = request.headers['idempotency-key']
  if (!endpoint.isIdempotent || typeof key !== 'string' || !ctx.viewer) return carryOut()
  return once(ctx.deps, { userId: ctx.viewer.id, key, request: [endpoint.path, input] }, carryOut)
}

function register(fastify: FastifyInstance, endpoint: Endpoint, { contextOf }: Options) {
  fastify.route({
    method: endpoint.method,
    url: endpoint.url.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.takesImages ? limits.imageBodyBytes : limits.bodyBytes,
    handler: async (request, reply) => {
      const ctx = await contextOf(request, reply)
      if (endpoint.isDownload) {
        const output = await call(endpoint, ctx, inputOf(endpoint, request))
        if (output instanceof Download) return sendFile(reply, output)
        throw new AppError('INTERNAL')
      }
      const { status, body } = await answer(endpoint, request, ctx)
      return reply.code(status).send(body)
    },
  })
}

/** `/api/v1`: one Fastify route for each procedure, through the same middleware, schemas and rights as tRPC. */
export async function restRoutes(fastify: FastifyInstance, options: Options) {
  fastify.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (failure.status >= 500) request.log.error({ err: error, code: failure.code })
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
    if (failure.fileBytes !== undefined) reply.header('content-range', `bytes */${failure.fileBytes}`)
    return reply.code(failure.status).send(failureBody(failure))
  })
  fastify.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, String(body), done),
  )
  for (const endpoint of endpoints) register(fastify, endpoint, options)
  // Made when somebody first reads it: few do, and it is large.
  let made: OpenApi | null = null
  const document = () => (made ??= openApi(endpoints))
  fastify.get('/openapi.json', document)
  docsRoutes(fastify, document)
}
