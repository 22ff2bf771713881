import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuseUnknownAddress } from './send-failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the built app. */
    isFile?: boolean
  }
}

const builtClient = fileURLToPath(new URL('../../dist/client', import.meta.url))

/** A name with an ending: what is not there is missing, and no page. An old tab that asks for a part of yesterday's build must not get a page for it. */
const fileName = /^[^?]*\.\w+(?:\?|$)/

/** Addresses of calls, however they are written: with other letters, with letters or slashes as numbers, with slashes to spare. */
const callPath = /^\/+(?:api|trpc)(?:\/|$)/i

/** Whether a screen may be at the address. What cannot be read as one has none. */
function isScreen(url: string): boolean {
  try {
    const { pathname } = new URL(url.replace(/^\/+/, '/'), 'http://site.invalid')
    return !fileName.test(url) && !callPath.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

async function files(fastify: FastifyInstance) {
  // A screen is dozens of small files that browsers keep; an office behind one address must not run out of them.
  fastify.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit: 'none', isFile: true }
  })
  await fastify.register(fastifyStatic, {
    root: builtClient,
    // A route for each file: whatever else is asked for is not found, and counted.
    wildcard: false,
    setHeaders: (reply, file) => {
      // Vite names files in assets/ by their content.
      reply.header('cache-control', file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** The web app: built files, and its one page for every address that is not a file. */
export async function site(fastify: FastifyInstance) {
  if (!existsSync(join(builtClient, 'index.html'))) {
    fastify.setNotFoundHandler(refuseUnknownAddress)
    return
  }
  await fastify.register(compress, { threshold: 1_024 })
  await files(fastify)
  fastify.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || !isScreen(request.url)) refuseUnknownAddress()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
