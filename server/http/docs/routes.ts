import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { compression } from '#server/http/compression.ts'
import { docsPage } from './page.ts'
import type { OpenApi } from '#server/http/openapi.ts'

const tryOut = readFileSync(new URL('try-out.js', import.meta.url), 'utf8')

/** `/docs`: the API to read and to try out, from our own origin and nowhere else. */
export function docsRoutes(fastify: FastifyInstance, document: () => OpenApi) {
  fastify.get('/docs', { compress: compression }, (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(document())))
  fastify.get('/docs/try-out.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(tryOut))
}
