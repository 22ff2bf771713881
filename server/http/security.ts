import type { FastifyInstance } from 'fastify'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

type Options = {
  isHttps: boolean
  corsOrigins: readonly string[]
  /** Whence pictures may come beside https: an emulated shop has none. */
  pictureOrigins: readonly string[]
}

/** Longer than any honest pause of the event loop; past it new requests are turned away with 503 until it has caught up. */
const overloadedDelayMs = 2_000

/** What pages of other origins may read beside the body. */
const exposedHeaders = [
  'content-disposition',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-export-warning',
  'x-request-id',
]

/** Headers, foreign origins and overload: what every answer and every caller is held to. */
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
  // The plugin would answer these in a form of its own.
  fastify.addHook('onRequest', async ({ method, headers }) => {
    const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
    if (method === 'OPTIONS' && !isPreflight) throw new AppError('INVALID_INPUT', messages.api.noPreflight)
  })
  await fastify.register(cors, { origin: [...corsOrigins], methods: ['GET', 'POST', 'PUT', 'DELETE'], exposedHeaders })
  await fastify.register(underPressure, { maxEventLoopDelay: overloadedDelayMs, retryAfter: 5 })
}
