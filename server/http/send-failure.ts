import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { failureBody, toFailure } from '#server/procedure/failure.ts'

/** Answers with what was thrown. It is the only error handler of every host. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error)
  const { code, status } = failure
  reply.failureCode = code
  // Refusals of a busy process are on purpose and may be many: the line of the request is enough.
  const isOnPurpose = error instanceof AppError && code === 'OVERLOADED'
  if (status >= 500 && !isOnPurpose) request.log.error({ err: error, code })
  // Where a file fails before its first byte, its headers are already set.
  if (!reply.raw.headersSent) reply.raw.removeHeader('content-encoding')
  reply.removeHeader('content-encoding').header('x-request-id', request.id).header('cache-control', 'no-store')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  if (failure.fileBytes !== undefined) reply.header('content-range', `bytes */${failure.fileBytes}`)
  return reply.code(status).send(failureBody(failure))
}

/** For unknown addresses. */
export function refuseUnknownAddress(): never {
  throw new AppError('NOT_FOUND')
}

const clientErrors: Partial<Record<string, 'TIMED_OUT' | 'HEADERS_TOO_LARGE'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMED_OUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/** Answers a request that Node could not read, and disconnects. Fastify and its hooks never see it, so the answer is written by hand. */
export function sendClientFailure(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const failure = toFailure(new AppError(clientErrors[error.code ?? ''] ?? 'INVALID_INPUT'))
  const body = JSON.stringify(failureBody(failure))
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${crypto.randomUUID()}`,
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
