import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ErrorCode } from '#shared/errors.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the failure that is the answer. */
    failureCode: ErrorCode | null
  }
}

/**
 * Writes one line of the log for each answered request, with the method, the address without its query, the status, the time in
 * milliseconds and, of a failure, its code. The arrival of a request is a line of the level `debug`.
 */
export class RequestLog extends LogController {
  readonly #log: FastifyBaseLogger

  constructor(log: FastifyBaseLogger) {
    super()
    // These fields contain no secrets, and looking for secrets takes ten times as long as the line itself.
    this.#log = log.child({}, { redact: [] })
  }

  override incomingRequest(request: FastifyRequest) {
    request.log.debug({ req: request }, 'incoming request')
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    if (error) return super.requestCompleted(error, request, reply)
    const { failureCode: code, elapsedTime: responseTime } = reply
    const fields = { reqId: request.id, req: request, res: reply, responseTime, ...(code && { code }) }
    // A process that is busy refuses calls on purpose. An operator looks for these lines.
    this.#log[code === 'OVERLOADED' ? 'warn' : 'info'](fields, 'request completed')
  }
}
