import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicy } from 'helmet'
import { compression } from '#server/http/compression.ts'
import { headerHook } from '#server/http/header-hook.ts'
import { takesGzip } from '#server/http/send-file.ts'
import { docsPage } from './page.ts'
import { scalarScript } from './scalar.ts'

/** Stricter than the policy of the app: the page of another author's script loads from, and calls, our own origin alone. */
const policy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Scalar writes `<style>` elements and `style` attributes while it draws: nonces and hashes do not apply to attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    // Answers that are pictures are shown from `blob:` addresses.
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

const contentOf = (address: string) => readFileSync(fileURLToPath(address))
const style = contentOf(import.meta.resolve('#server/http/docs/page.css'))
const start = contentOf(import.meta.resolve('#server/http/docs/start.js'))

/** The address of a file. It changes with the content, so that browsers keep each version. */
const addressOf = (name: string, content: Buffer) =>
  `/api/v1/docs/${name}?v=${createHash('sha256').update(content).digest('hex').slice(0, 12)}`
const kept = 'public, max-age=31536000, immutable'

/** `/docs`: the API reference, where calls can be tried out. All its files come from our own origin. */
export function docsRoutes(fastify: FastifyInstance) {
  fastify.get('/docs', { onRequest: headerHook(policy), compress: compression }, async (_request, reply) => {
    const { plain } = await scalarScript()
    const scalar = addressOf('scalar.js', plain)
    const page = docsPage({ style: addressOf('page.css', style), start: addressOf('start.js', start), scalar })
    return reply.type('text/html; charset=utf-8').send(page)
  })
  fastify.get('/docs/page.css', { compress: compression }, (_request, reply) =>
    reply.header('cache-control', kept).type('text/css; charset=utf-8').send(style),
  )
  fastify.get('/docs/start.js', { compress: compression }, (_request, reply) =>
    reply.header('cache-control', kept).type('text/javascript; charset=utf-8').send(start),
  )
  fastify.get('/docs/scalar.js', async (request, reply) => {
    const { plain, zipped } = await scalarScript()
    reply.header('cache-control', kept).header('vary', 'accept-encoding').type('text/javascript; charset=utf-8')
    return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
  })
}
