import type { FastifyInstance } from 'fastify'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { limits } from '#shared/limits.ts'
import { callerKey } from '#server/throttle.ts'

type Options = {
  isHttps: boolean
  corsOrigins: readonly string[]
  /** Whence pictures may come beside https: an emulated shop has none. */
  pictureOrigins: readonly string[]
}

/** Longer than any honest pause of the event loop; past it new requests are turned away with 503 until it has caught up. */
const overloadedDelayMs = 2_000

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/trpc/')

/** Headers, foreign origins, floods and overload: what every answer and every caller is held to. */
export async function security(fastify: FastifyInstance, { isHttps, corsOrigins, pictureOrigins }: Options) {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:', ...pictureOrigins],
        // Mantine writes its colour variables into a <style> of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps,
  })
  await fastify.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['content-disposition', 'x-export-warning', 'x-request-id', 'retry-after'],
  })
  await fastify.register(rateLimit, {
    max: limits.callsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => callerKey(ip),
    // A screen is dozens of small files that browsers keep; an office behind one address must not run out of them.
    allowList: ({ url }) => !isCall(url),
  })
  await fastify.register(underPressure, { maxEventLoopDelay: overloadedDelayMs, retryAfter: 5 })
}
