import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Throws OVERLOADED where the call would be refused later on, so that it is refused when it arrives. */
    assertRoom?: () => void
  }
}

/**
 * How many calls a process takes. `waiting`: calls that have arrived and not begun, which shows that the processor is busy. `inProgress`:
 * calls that have begun and have no answer yet, most of which wait for a shop.
 */
export type Admission = { waiting: number; inProgress: number; retryAfterSeconds: number }

/**
 * Refuses calls above these bounds at once, before the caller is identified and the body is read. Throws OVERLOADED.
 *
 * Calls begin one by one, each in its own turn of the event loop. In between, the process reads what else has arrived, so that a refusal
 * waits for no call before it. A call counts as in progress from when its body has arrived, because anybody can send one slowly, until its
 * answer begins: files and streams of events that are being sent do not count. The health routes and the files of the app are not bounded.
 */
export function admitCalls(fastify: FastifyInstance, { waiting, inProgress, retryAfterSeconds }: Admission) {
  const queue: (() => void)[] = []
  const begun = new Set<FastifyRequest>()

  function beginNext() {
    const begin = queue.shift()
    if (queue.length > 0) setImmediate(beginNext)
    begin?.()
  }
  fastify.addHook('onRequest', ({ routeOptions: { config } }, _, done) => {
    if (config.pressureHandler || config.isFile) return done()
    if (queue.length >= waiting || begun.size >= inProgress) throw new AppError('OVERLOADED', undefined, { retryAfterSeconds })
    config.assertRoom?.()
    // Bound, because the queue is emptied in the context of another call.
    queue.push(AsyncResource.bind(() => done()))
    if (queue.length === 1) setImmediate(beginNext)
  })
  fastify.addHook('preValidation', (request, { raw }, done) => {
    if (!request.routeOptions.config.pressureHandler && !raw.destroyed) {
      begun.add(request)
      raw.once('close', () => begun.delete(request))
    }
    done()
  })
  fastify.addHook('onSend', (request, _, payload, done) => {
    begun.delete(request)
    done(null, payload)
  })
}
