import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { refuseUnknownAddress } from './send-failure.ts'

/** Without OPTIONS: that is a preflight, which the CORS rules answer. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/**
 * Registers routes on a scope. Every other method at their addresses is refused with METHOD_NOT_ALLOWED and `Allow` (RFC 9110, 15.5.6),
 * before credentials are needed or a body is read.
 */
export async function withAllowedMethods(scope: FastifyInstance, register: () => Promise<void>) {
  const taken = new Map<string, Set<string>>()
  scope.addHook('onRoute', ({ url, method }) => {
    const known = taken.get(url) ?? new Set()
    taken.set(url, known)
    for (const one of [method].flat()) known.add(one)
  })
  await register()
  for (const [url, known] of taken) {
    const allow = [...known].toSorted().join(', ')
    scope.route({
      method: methods.filter((method) => !known.has(method)),
      url: url.slice(scope.prefix.length),
      exposeHeadRoute: false,
      // The address without the slash is one of its own here.
      prefixTrailingSlash: 'slash',
      onRequest: async (_, reply) => {
        reply.header('allow', allow)
        throw new AppError('METHOD_NOT_ALLOWED')
      },
      handler: refuseUnknownAddress,
    })
  }
}
