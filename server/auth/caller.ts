import type { FastifyRequest } from 'fastify'

/** The origin of a request, known before sign-in. `address`: the client's address, as far as the configured proxies vouch for it. */
export type Caller = { address: string; userAgent: string; cookie: string; requestId: string }

const longestAgent = 300

export const callerOf = ({ ip, headers, id }: FastifyRequest): Caller => ({
  address: ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, longestAgent),
  cookie: headers.cookie ?? '',
  requestId: id,
})

/** The actor in audit entries about people who are not signed in. */
export const stranger = 'anonymous'
