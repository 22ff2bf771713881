import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { callerId } from '#server/auth/viewer.ts'

/**
 * Refuses the calls of a caller who has `most` others without an answer, so that one caller whose shop hangs does not take the places of
 * all. Throws TOO_MANY_REQUESTS. A call counts until its answer begins, so files and streams of events that are being sent do not count.
 */
export function boundCallsAtOnce(fastify: FastifyInstance, most: number) {
  const unanswered = new Map<string, Set<FastifyRequest>>()
  /** Who has begun a call. Their session may end before it does. */
  const beginners = new WeakMap<FastifyRequest, string>()
  function end(request: FastifyRequest) {
    const id = beginners.get(request)
    const calls = id === undefined ? undefined : unanswered.get(id)
    if (id === undefined || !calls) return
    calls.delete(request)
    if (calls.size === 0) unanswered.delete(id)
  }
  fastify.addHook('onRequest', async (request, { raw }) => {
    if (!request.viewer || raw.destroyed) return
    const id = callerId(request.viewer)
    const calls = unanswered.get(id) ?? new Set()
    if (calls.size >= most) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 1 })
    unanswered.set(id, calls.add(request))
    beginners.set(request, id)
    raw.once('close', () => end(request))
  })
  fastify.addHook('onSend', async (request) => end(request))
}
