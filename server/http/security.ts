import type { FastifyInstance } from 'fastify'
import cors from '@fastify/cors'
import underPressure from '@fastify/under-pressure'
import helmet from 'helmet'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { admitCalls, type Admission } from './admission.ts'
import { headerHook } from './header-hook.ts'
import { asksForApp } from './static-site.ts'

type Options = {
  isHttps: boolean
  corsOrigins: readonly string[]
  /** Origins of pictures in addition to https: emulated shops have no TLS. */
  pictureOrigins: readonly string[]
  overload?: Partial<Overload> | undefined
}

/**
 * When the process is overloaded: above its bounds of calls, and while the mean delay of its event loop, as of the last sample, is above
 * `delayMs` (0: no delay is too long). Then new requests get 503 with Retry-After, apart from those to the health routes and for the app itself.
 */
export type Overload = Admission & { delayMs: number; sampleMs: number }

const usualOverload: Overload = {
  // About a second of work. Fewer would refuse calls after every short delay, and more would answer none in time.
  waiting: 500,
  // They only take memory. More wait where a shop hangs.
  inProgress: 500,
  // So long that hundreds of connections are accepted meanwhile, and so short that nobody notices it. With 10, the connections of a burst
  // arrive faster than they are accepted, and wait for seconds.
  arrivalsMs: 50,
  // Longer than any normal delay of the event loop.
  delayMs: 2_000,
  sampleMs: 1_000,
  retryAfterSeconds: 5,
}

/** The headers that pages of other origins may read. */
const exposedHeaders = [
  'content-disposition',
  'etag',
  'idempotent-replayed',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-export-job',
  'x-export-warning',
  'x-request-id',
]

/** Security headers, CORS and overload protection. */
export async function security(fastify: FastifyInstance, { isHttps, corsOrigins, pictureOrigins, overload }: Options) {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:', ...pictureOrigins],
        // Mantine writes its colour variables into its own `<style>` element.
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
  fastify.addHook('onRequest', headerHook(setHeaders))
  // The plugin would answer these in its own format.
  fastify.addHook('onRequest', async ({ method, headers }) => {
    const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
    if (method === 'OPTIONS' && !isPreflight) throw new AppError('INVALID_INPUT', messages.api.noPreflight)
  })
  await fastify.register(cors, { origin: [...corsOrigins], methods: ['GET', 'POST', 'PUT', 'DELETE'], exposedHeaders })
  const { delayMs: maxEventLoopDelay, sampleMs: sampleInterval, ...admission } = { ...usualOverload, ...overload }
  await fastify.register(underPressure, {
    maxEventLoopDelay,
    sampleInterval,
    pressureHandler: (request) => {
      if (!asksForApp(request)) throw new AppError('OVERLOADED', undefined, { retryAfterSeconds: admission.retryAfterSeconds })
    },
  })
  admitCalls(fastify, admission)
}
