import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { EventStream } from '#server/procedure/event-stream.ts'

/** Sends a stream of events. Proxies that collect answers before they pass them on are told not to (nginx reads the header). */
export function sendEvents({ method }: FastifyRequest, reply: FastifyReply, output: unknown) {
  if (!(output instanceof EventStream)) throw new AppError('INTERNAL')
  // A stream ends when the server stops, and its connection must not wait for another call then.
  reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').header('connection', 'close')
  if (method !== 'HEAD') return reply.send(output.body)
  // Nobody hears this stream, and nothing would end it: it would keep one of its caller's places.
  output.body.destroy()
  return reply.send()
}
