import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { compression } from '#server/http/compression.ts'
import { docsPage } from './page.ts'
import type { OpenApi } from '#server/http/openapi/document.ts'

const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const [tryOut, style] = [fileBeside('try-out.js'), fileBeside('page.css')]

/** `/docs`: the API reference, with forms to try calls out. All its files come from our own origin. */
export function docsRoutes(fastify: FastifyInstance, document: () => OpenApi) {
  fastify.get('/docs', { compress: compression }, (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(document())))
  fastify.get('/docs/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  fastify.get('/docs/try-out.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(tryOut))
}
