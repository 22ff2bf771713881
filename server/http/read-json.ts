import type { FastifyInstance } from 'fastify'
import { assertJsonShape } from './json-shape.ts'

/** Makes a scope accept only JSON, and only within the limits of `assertJsonShape`. */
export function readJson(fastify: FastifyInstance) {
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    assertJsonShape(String(body))
    void parseJson(request, String(body), done)
  })
}
