import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { asksForApp } from './static-site.ts'

/** So few that a refusal does not wait long, and so many that the other work of a turn does not keep them back. */
const begunPerTurn = 10

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Throws OVERLOADED where the call would be refused later on, so that it is refused when it arrives. */
    assertRoom?: () => void
  }
}

/**
 * How many calls a process takes. `waiting`: calls that have arrived and not begun, which shows that the processor is busy. `inProgress`:
 * calls that have begun and have no answer yet, most of which wait for a shop. `arrivalsMs`: the longest time for which the arrival of
 * further calls keeps those that wait from beginning.
 */
export type Admission = { waiting: number; inProgress: number; arrivalsMs: number; retryAfterSeconds: number }

/**
 * Refuses calls above these bounds at once, before the caller is identified and the body is read. Throws OVERLOADED.
 *
 * Node accepts one connection in a turn of its event loop. If calls began in every turn, the others would wait in the system, where nothing
 * counts or refuses them. So calls begin, a few at a time, in a turn in which nothing has arrived, or once arrivals have gone on for
 * `arrivalsMs`. A call is in progress until its answer begins, so files and streams of events that are being sent do not count. Nor
 * does a call whose body is arriving, because anybody can send one slowly. The health routes, the screens and the files of the app are not bounded.
 */
export function admitCalls(fastify: FastifyInstance, { waiting, inProgress, arrivalsMs, retryAfterSeconds }: Admission) {
  // One for all calls, because a busy process refuses many, and to record where each was refused takes a tenth of their time.
  const overloaded = new AppError('OVERLOADED', undefined, { retryAfterSeconds })
  const queue: (() => void)[] = []
  const begun = new Set<FastifyRequest>()
  const withBody = new WeakSet<FastifyRequest>()
  let hasArrived = false
  let arrivingSince: number | null = null
  const noteArrival = () => void (hasArrived = true)
  fastify.server.on('connection', noteArrival)

  function isStillArriving(): boolean {
    if (hasArrived) arrivingSince ??= performance.now()
    const isStill = hasArrived && arrivingSince !== null && performance.now() - arrivingSince < arrivalsMs
    hasArrived = false
    if (!isStill) arrivingSince = null
    return isStill
  }
  function beginSome() {
    if (isStillArriving()) {
      setImmediate(beginSome)
      return
    }
    const some = queue.splice(0, begunPerTurn)
    if (queue.length > 0) setImmediate(beginSome)
    for (const begin of some) begin()
  }
  function take(request: FastifyRequest, { raw }: FastifyReply) {
    if (raw.destroyed) return
    begun.add(request)
    raw.once('close', () => begun.delete(request))
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    const { pressureHandler, assertRoom } = request.routeOptions.config
    if (pressureHandler || asksForApp(request)) return done()
    if (queue.length >= waiting || begun.size >= inProgress) return done(overloaded)
    assertRoom?.()
    // Bound, because the queue is emptied in the context of another call.
    const begin = AsyncResource.bind(() => {
      take(request, reply)
      done()
    })
    noteArrival()
    queue.push(begin)
    if (queue.length === 1) setImmediate(beginSome)
  })
  // While its body arrives, a call takes no place.
  fastify.addHook('preParsing', (request, _, payload, done) => {
    if (begun.delete(request)) withBody.add(request)
    done(null, payload)
  })
  fastify.addHook('preValidation', (request, reply, done) => {
    if (withBody.delete(request)) take(request, reply)
    done()
  })
  fastify.addHook('onSend', (request, _, payload, done) => {
    begun.delete(request)
    done(null, payload)
  })
}
