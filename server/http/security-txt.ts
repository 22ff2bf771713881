import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

const dayMs = 24 * 3_600_000
/** RFC 9116 recommends less than a year. */
const validDays = 180

/** The contact for security reports (RFC 9116). @param contact a URI: `https:`, `mailto:` or `tel:` */
export function securityTxt(fastify: FastifyInstance, { now, appUrl }: Pick<Deps, 'now' | 'appUrl'>, contact: string) {
  fastify.get('/.well-known/security.txt', (_request, reply) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
