import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { callerId } from '#server/auth/viewer.ts'
import { callerKey } from '#server/throttle/throttle.ts'

type LimitName = 'caller' | 'address' | 'sign-in' | 'delivery'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit of the route. The default is `limits.callsPerMinute`. */
    limit?: 'none' | 'sign-in' | 'delivery'
  }
}

const windowSeconds = 60
const addressOf = ({ ip }: FastifyRequest) => callerKey(ip)

function nameOf({ routeOptions, viewer }: FastifyRequest): Exclude<LimitName, 'delivery'> | null {
  const { limit } = routeOptions.config
  // Deliveries are counted by their route, which tells those of shops from others.
  if (limit === 'none' || limit === 'delivery') return null
  return limit ?? (viewer ? 'caller' : 'address')
}

const Batch = z.object({ path: z.string() }).catch({ path: '' })

/** The number of calls in a request: tRPC takes several at once, up to a maximum above which it takes none. */
function callsIn({ routeOptions: { url }, params }: FastifyRequest): number {
  return url === '/trpc/:path' ? Math.min(Batch.parse(params).path.split(',').length, limits.batchSize + 1) : 1
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

/** States in the answer what is left of an allowance that a call was counted to. Throws TOO_MANY_REQUESTS. */
export function stateAllowance(reply: FastifyReply, name: LimitName, counted: Counted) {
  if (counted.isAllowed) return
  const { max, remaining, ttlInSeconds, isExceeded } = counted
  reply
    .header('ratelimit-policy', `"${name}";q=${max};w=${windowSeconds}`)
    .header('ratelimit', `"${name}";r=${remaining};t=${ttlInSeconds}`)
  if (isExceeded) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: ttlInSeconds })
}

/**
 * Counts every call, also those to unknown addresses, and each of a batch. The limit depends on the matched route, not on the spelling of the address. Each
 * signed-in person and each API key has a separate allowance. All other callers at an address share one. Throws TOO_MANY_REQUESTS. Answers
 * state the remaining calls as in draft-ietf-httpapi-ratelimit-headers.
 */
export async function rateLimits(fastify: FastifyInstance) {
  await fastify.register(rateLimit, { global: false, timeWindow: windowSeconds * 1_000 })
  const { caller, address } = limits.callsPerMinute
  const limiters = {
    caller: fastify.createRateLimit({
      max: caller,
      keyGenerator: (request) => (request.viewer ? callerId(request.viewer) : addressOf(request)),
    }),
    address: fastify.createRateLimit({ max: address, keyGenerator: addressOf }),
    'sign-in': fastify.createRateLimit({
      max: limits.authCallsPerMinute,
      keyGenerator: (request) => `${request.routeOptions.url} ${addressOf(request)}`,
    }),
  }
  fastify.addHook('onRequest', async (request, reply) => {
    const name = nameOf(request)
    if (!name) return
    const count = () => limiters[name](request)
    let counted = await count()
    for (let others = callsIn(request) - 1; others > 0; others -= 1) counted = await count()
    stateAllowance(reply, name, counted)
  })
}
