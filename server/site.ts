import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'

const builtClient = fileURLToPath(new URL('../dist/client', import.meta.url))

/** A name with an ending: what is not there is missing, and no page. An old tab that asks for a part of yesterday's build must not get a page for it. */
const fileName = /^[^?]*\.\w+(?:\?|$)/

/** The web app: built files, and its one page for every address that is not a file. */
export async function site(fastify: FastifyInstance) {
  if (!existsSync(join(builtClient, 'index.html'))) return
  await fastify.register(compress, { threshold: 1_024 })
  await fastify.register(fastifyStatic, {
    root: builtClient,
    setHeaders: (reply, file) => {
      // Vite names files in assets/ by their content.
      reply.header('cache-control', file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  fastify.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || fileName.test(request.url)) throw new AppError('NOT_FOUND')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
