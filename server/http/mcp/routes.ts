import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { mcpMessages } from '#shared/mcp-messages.ts'
import { requireViewer } from '#server/auth/require-viewer.ts'
import type { Context } from '#server/procedure/context.ts'
import { readJson } from '../read-json.ts'

/** The address at which assistants connect. */
export const mcpPath = '/mcp'

type Options = {
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Context
  /** The origins whose pages may call. Programs send no origin. */
  origins: readonly string[]
}

/** Pages of other sites may not call, even where a name of theirs leads to this server (DNS rebinding). Throws FOREIGN_ORIGIN. */
function assertOrigin({ headers: { origin } }: FastifyRequest, origins: readonly string[]) {
  if (origin !== undefined && !origins.includes(origin)) throw new AppError('FOREIGN_ORIGIN')
}

/** The session of a person has all their rights, and nobody chose which of them an assistant gets. Throws ACCESS_DENIED. */
function assertKey({ viewer }: FastifyRequest) {
  if (viewer?.keyId === undefined) throw new AppError('ACCESS_DENIED', mcpMessages.keyNeeded)
}

/** The request as the protocol's library reads it. Its body was read and checked before. */
function asWebRequest({ headers }: FastifyRequest, { deps, signal }: Context): Request {
  const texts = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
  return new Request(new URL(mcpPath, deps.appUrl), { method: 'POST', headers: texts, signal })
}

/** `/mcp`: the procedures that are marked as tools, over the Model Context Protocol (Streamable HTTP, without sessions). */
export function mcpRoutes(fastify: FastifyInstance, { contextOf, origins }: Options) {
  readJson(fastify)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    assertOrigin(request, origins)
    await requireViewer(request, reply)
    assertKey(request)
  }
  fastify.post('/', { prefixTrailingSlash: 'no-slash', onRequest }, async (request, reply) => {
    // One HTTP call counts once for the rate limit, so it carries one message.
    if (Array.isArray(request.body)) throw new AppError('INVALID_INPUT', mcpMessages.oneMessage)
    const ctx = contextOf(request, reply)
    // Loaded by the first call: many installations have no assistants, and the library takes 15 MB.
    const { answerMessage } = await import('./server.ts')
    return reply.send(await answerMessage(ctx, asWebRequest(request, ctx), request.body))
  })
}
