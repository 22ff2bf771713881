import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { assertJsonShape } from './json-shape.ts'

/** Makes a scope accept only JSON, and only within the limits of `assertJsonShape`. */
export function readJson(fastify: FastifyInstance) {
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    assertJsonShape(String(body))
    // The parser's own message quotes the body.
    void parseJson(request, String(body), (error, value) => {
      if (error) done(new AppError('INVALID_INPUT', messages.api.notJson))
      else done(null, value)
    })
  })
}
