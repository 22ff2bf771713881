import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { callerId } from '#server/auth/viewer.ts'
import { callerKey } from '#server/throttle/throttle.ts'

type LimitName = 'caller' | 'address' | 'sign-in'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often the route may be called; where left out, as often as limits.callsPerMinute says. */
    limit?: 'none' | 'sign-in'
  }
}

const windowSeconds = 60
const addressOf = ({ ip }: FastifyRequest) => callerKey(ip)

function nameOf({ routeOptions, viewer }: FastifyRequest): LimitName | null {
  const { limit } = routeOptions.config
  if (limit === 'none') return null
  return limit ?? (viewer ? 'caller' : 'address')
}

/**
 * Counts every call by the route that it reaches, however its address is spelled, and those that reach none. Whoever is signed in has
 * an allowance of their own, and so has each API key; all others at an address share one. Throws TOO_MANY_REQUESTS. Answers tell
 * what is left as draft-ietf-httpapi-ratelimit-headers has it.
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
    const counted = name && (await limiters[name](request))
    if (!counted || counted.isAllowed) return
    const { max, remaining, ttlInSeconds, isExceeded } = counted
    reply
      .header('ratelimit-policy', `"${name}";q=${max};w=${windowSeconds}`)
      .header('ratelimit', `"${name}";r=${remaining};t=${ttlInSeconds}`)
    if (isExceeded) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: ttlInSeconds })
  })
}
