import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const builtClient = fileURLToPath(new URL('../dist/client', import.meta.url))

/** The web app: built files, and its one page for every address that is not a file. */
export async function site(fastify: FastifyInstance) {
  if (!existsSync(join(builtClient, 'index.html'))) return
  await fastify.register(compress, { threshold: 1_024 })
  await fastify.register(fastifyStatic, {
    root: builtClient,
    wildcard: false,
    setHeaders: (reply, file) => {
      // Vite names files in assets/ by their content.
      reply.header('cache-control', file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  fastify.setNotFoundHandler((request, reply) =>
    request.method === 'GET' ? reply.sendFile('index.html') : reply.code(404).send({ success: false, message: 'Not found' }),
  )
}
