import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { callerId } from '#server/auth/viewer.ts'

/** The length of a chunked body is not known in advance, so it counts as infinite. */
export const bodyLengthOf = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY

/** A hook that limits each caller to one body above the usual size at a time. Throws TOO_MANY_REQUESTS. */
export function oneLargeBodyEach() {
  const sending = new Set<string>()
  return async (request: FastifyRequest, { raw }: FastifyReply) => {
    if (!request.viewer || bodyLengthOf(request) <= limits.bodyBytes) return
    const id = callerId(request.viewer)
    if (sending.has(id)) throw new AppError('TOO_MANY_REQUESTS', messages.api.otherUpload, { retryAfterSeconds: 1 })
    sending.add(id)
    raw.once('close', () => sending.delete(id))
  }
}
