import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guideRoutes, noSuchGuide } from './guides.ts'
import { refuseUnknownAddress } from './send-failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the built app. */
    isFile?: boolean
  }
}

const builtClient = fileURLToPath(import.meta.resolve('#dist/client'))

/** A name with an extension. A missing one is NOT_FOUND, not the page: an old tab may request a part of an earlier build. */
const fileName = /^[^?]*\.\w+(?:\?|$)/

/** Addresses of calls in any spelling: upper case, percent-encoded, with additional slashes. */
const callPath = /^\/+(?:api|trpc|mcp)(?:\/|$)/i

/** Whether a screen may have this address. An unreadable address has none. */
function isScreen(url: string): boolean {
  try {
    const { pathname } = new URL(url.replace(/^\/+/, '/'), 'http://site.invalid')
    return !fileName.test(url) && !callPath.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

/** Whether it asks for the app itself: a file of it, or the address of a screen. Answers are small, and an overload leaves them alone. */
export const asksForApp = ({ is404, method, url, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.isFile === true || (is404 && method === 'GET' && isScreen(url))

/** @param cacheControl whether, and for how long, browsers keep the files */
const served = (cacheControl: string) => ({
  preCompressed: true,
  setHeaders: (reply: FastifyReply) => {
    // They are for this site alone. With `vary: origin`, an import would not find in the cache what a call has put there.
    reply.removeHeader('access-control-allow-origin')
    reply.header('vary', 'accept-encoding')
    reply.header('cache-control', cacheControl)
  },
})

async function files(fastify: FastifyInstance) {
  // A screen loads dozens of small files, which browsers cache. An office that shares one address must not reach a limit because of them.
  fastify.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit: 'none', isFile: true }
  })
  // One route per file: any other address is not found, and counts for the rate limit.
  const root = { root: builtClient, wildcard: false, globIgnore: ['assets/**'] }
  await fastify.register(fastifyStatic, { ...root, ...served('no-cache') })
  // One route for these hundreds of files, whose own routes would take a tenth of the server's start. A missing one costs no more than one
  // that is there, so it is not limited either. Vite puts a hash of the content into their names.
  const assets = { root: join(builtClient, 'assets'), prefix: '/assets/', decorateReply: false }
  await fastify.register(fastifyStatic, { ...assets, ...served('public, max-age=31536000, immutable') })
  guideRoutes(fastify)
}

/** The web app: its built files, and its single page for the address of any screen. */
export async function site(fastify: FastifyInstance) {
  if (!existsSync(join(builtClient, 'index.html'))) {
    fastify.setNotFoundHandler(refuseUnknownAddress)
    return
  }
  // Before the files, so that it counts for the rate limit.
  noSuchGuide(fastify)
  await files(fastify)
  fastify.setNotFoundHandler((request, reply) => {
    if (!asksForApp(request)) refuseUnknownAddress()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
