import type { FastifyInstance } from 'fastify'
import { traced } from '#server/logs/trace.ts'

/** All lines of the log that a request causes carry its id. */
export function traceRequests(fastify: FastifyInstance) {
  fastify.addHook('onRequest', ({ id: reqId }, _, done) => traced({ reqId }, done))
}
