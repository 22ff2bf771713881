import type { FastifyInstance } from 'fastify'
import { traced } from '#server/logs/trace.ts'

/** All lines of the log that a request causes carry its id. */
export function traceRequests(fastify: FastifyInstance) {
  fastify.addHook('onRequest', ({ id: reqId }, _, done) => traced({ reqId }, done))
  // Node emits the parts of a body outside of that context.
  fastify.addHook('preValidation', ({ id: reqId }, _, done) => traced({ reqId }, done))
}
