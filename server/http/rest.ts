import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { requireViewer } from '#server/auth/require-viewer.ts'
import { compressed, compression } from './compression.ts'
import { docsRoutes } from '#server/http/docs/routes.ts'
import { Download } from '#server/procedure/download.ts'
import { about } from './about.ts'
import { connectReturn } from './connect-return.ts'
import { callEndpoint } from './call-endpoint.ts'
import { endpoints, isTagged, restPrefix, type Endpoint } from './endpoints.ts'
import { imageTypes } from '#server/images/formats.ts'
import { assertUnconditional, withEntityTag } from './entity-tag.ts'
import { openApi, type OpenApi } from './openapi/document.ts'
import { postmanCollection } from './openapi/postman.ts'
import { readJson } from './read-json.ts'
import { sendEvents } from './send-events.ts'
import { sendFile } from './send-file.ts'
import { shopDeliveries } from './shop-deliveries.ts'
import type { Context } from '#server/procedure/context.ts'

type Options = {
  deps: AuthDeps
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Context
  /** Where the server is reached, without a slash at its end. */
  appUrl: string
}

const hasBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'

/** The query or body, with the path's own parameters, which take precedence. */
function inputOf(endpoint: Endpoint, request: FastifyRequest): object {
  const given = hasBody(endpoint) ? (request.body ?? {}) : request.query
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new AppError('INVALID_INPUT', 'Please send a JSON object')
  const input = { ...given, ...(request.params as object) }
  return input
}

/** The REST body: `{ success, data }`. A procedure can repeat fields of `data` at the top level, or send all of them there instead. */
function envelope({ alsoOnTop = [], isFlat }: Endpoint, output: unknown) {
  if (isFlat) return { success: true, ...(output as object) }
  const fields = Object.entries(output as object).filter(([name]) => alsoOnTop.includes(name))
  return { success: true, data: output, ...Object.fromEntries(fields) }
}

/** The address of what the call made. */
function locationOf({ location }: Endpoint, output: unknown, { body }: FastifyRequest): string | null {
  if (!location) return null
  const names = { ...(body as object), ...Object(Reflect.get(output as object, location.of)) }
  return `${restPrefix}${location.at.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Reflect.get(names, name))))}`
}

async function answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, ctx: Context) {
  if (endpoint.type === 'mutation') assertUnconditional(request)
  const key = request.headers['idempotency-key']
  const idempotency = endpoint.isOnce && typeof key === 'string' ? { key, isReplayed: false } : null
  const output = await callEndpoint(endpoint, { ...ctx, idempotency }, inputOf(endpoint, request)).finally(() => {
    if (idempotency?.isReplayed) reply.header('idempotent-replayed', 'true')
  })
  const location = locationOf(endpoint, output, request)
  if (location !== null) reply.header('location', location)
  return reply.code(endpoint.status ?? 200).send(envelope(endpoint, output))
}

function register(fastify: FastifyInstance, endpoint: Endpoint, { contextOf }: Pick<Options, 'contextOf'>) {
  fastify.route({
    method: endpoint.method,
    url: endpoint.url.replaceAll(/\{(\w+)\}/g, ':$1'),
    compress: endpoint.type === 'query' && !endpoint.isDownload && !endpoint.isStream ? compression : false,
    bodyLimit: endpoint.takesImage ? limits.imageBodyBytes : limits.bodyBytes,
    ...(isTagged(endpoint) ? { onSend: withEntityTag } : {}),
    handler: async (request, reply) => {
      const ctx = contextOf(request, reply)
      if (endpoint.isDownload) {
        const output = await callEndpoint(endpoint, ctx, inputOf(endpoint, request))
        if (output instanceof Download) return sendFile(request, reply, output, ctx)
        throw new AppError('INTERNAL')
      }
      if (endpoint.isStream) return sendEvents(request, reply, await callEndpoint(endpoint, ctx, inputOf(endpoint, request)))
      return answer(endpoint, request, reply, ctx)
    },
  })
}

/** A picture can also be the whole body, instead of being embedded in a JSON field. */
function readPictures(fastify: FastifyInstance, field: string) {
  for (const type of Object.values(imageTypes))
    fastify.addContentTypeParser(type, { parseAs: 'buffer' }, (_, body, done) =>
      done(null, { [field]: `data:${type};base64,${body.toString('base64')}` }),
    )
}

/** Every procedure, for signed-in callers. */
async function calls(fastify: FastifyInstance, options: Pick<Options, 'contextOf'>) {
  fastify.addHook('onRequest', requireViewer)
  for (const endpoint of endpoints) {
    await fastify.register(async (scope) => {
      if (endpoint.takesImage !== undefined) readPictures(scope, endpoint.takesImage)
      register(scope, endpoint, options)
    })
  }
}

/** The descriptions of the API. Each is made when it is first asked for: they are large, and few callers read them. */
function descriptions(fastify: FastifyInstance, appUrl: string) {
  let made: OpenApi | null = null
  let collection: ReturnType<typeof postmanCollection> | null = null
  const document = () => (made ??= openApi(endpoints))
  const route = { compress: compression, onSend: withEntityTag }
  fastify.get('/openapi.json', route, document)
  fastify.get('/postman.json', route, () => (collection ??= postmanCollection(document(), appUrl)))
}

/** `/api/v1`: one Fastify route for each procedure, through the same middleware, schemas and rights as tRPC. */
export async function restRoutes(fastify: FastifyInstance, { deps, contextOf, appUrl }: Options) {
  readJson(fastify)
  await compressed(fastify, 'chosen')
  await fastify.register(calls, { contextOf })
  descriptions(fastify, appUrl)
  // With a slash, too: the description's server and its path `/` together are that address.
  for (const prefixTrailingSlash of ['no-slash', 'slash'] as const)
    fastify.get('/', { prefixTrailingSlash }, () => ({ success: true, data: about }))
  docsRoutes(fastify)
  connectReturn(fastify, deps)
  await shopDeliveries(fastify, deps)
}
