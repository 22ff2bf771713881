import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicy } from 'helmet'
import { guidesHome } from '#shared/guides.ts'
import { headerHook } from './header-hook.ts'

const folder = fileURLToPath(import.meta.resolve('#dist/docs'))
const notFound = 'not-found.html'

/** Stricter than the policy of the app: the pages have only styles, pictures, and the script that chooses the colours, all from our origin. */
const policy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    fontSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

/** Copies that are sent in place of a file, and names that begin with a dot. */
const isSent = (path: string) => !/\.(br|gz)$|(^|\/)\./.test(path)

function builtFiles(): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isSent)
}

/** The address of a file: pages have no ending, and the first one has no name. */
const addressOf = (file: string) => (file === 'index.html' ? guidesHome : `${guidesHome}/${file.replace(/\.html$/, '')}`)

const options = { onRequest: headerHook(policy) }

/**
 * The guides under `/docs`, for everybody: a route for each built file.
 * @param files a scope whose replies have `sendFile`
 */
export function guideRoutes(files: FastifyInstance) {
  for (const file of builtFiles().filter((name) => name !== notFound))
    files.get(addressOf(file), options, (_request, reply) => reply.sendFile(file, folder))
}

/** Any other address below `/docs` gets a page that leads to the guides. */
export function noSuchGuide(fastify: FastifyInstance) {
  if (!existsSync(join(folder, notFound))) return
  fastify.get(`${guidesHome}/*`, options, (_request, reply) => reply.code(404).sendFile(notFound, folder))
}
