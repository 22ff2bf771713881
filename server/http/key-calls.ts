import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createKeyCallLog } from '#server/auth/key-calls.ts'
import type { Deps } from '#server/deps.ts'
import { endpoints } from './endpoints.ts'

const TrpcParams = z.object({ path: z.string() })
const procedures = new Set(endpoints.map(({ path }) => path))

/** The address of a call with the names of its parameters. On tRPC, the procedures. null where no call has it. */
function pathOf({ routeOptions: { url }, params }: FastifyRequest): string | null {
  if (url === undefined || url.includes('*')) return null
  if (url === '/trpc/:path') {
    const { path } = TrpcParams.parse(params)
    return path.split(',').every((name) => procedures.has(name)) ? `/trpc/${path}` : null
  }
  return url.replaceAll(/:(\w+)/g, '{$1}')
}

/** Records every call of an API key when its answer has ended, or was cut off. */
export function noteKeyCalls(fastify: FastifyInstance, deps: Pick<Deps, 'database' | 'log' | 'now'>) {
  const log = createKeyCallLog(deps)
  const note = (keyId: string, request: FastifyRequest, reply: FastifyReply) =>
    log.add({
      keyId,
      at: new Date(deps.now()),
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      requestId: request.id,
      address: request.ip,
    })
  fastify.addHook('onRequest', async (request, reply) => {
    const keyId = request.viewer?.keyId
    if (keyId !== undefined) reply.raw.once('close', () => note(keyId, request, reply))
  })
  fastify.addHook('onClose', () => log.close())
}
