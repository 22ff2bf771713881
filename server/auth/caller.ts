import type { FastifyRequest } from 'fastify'

/** Who is at the door before anybody has signed in: `address` is the one that the proxy setting makes trustworthy. */
export type Caller = { address: string; userAgent: string; cookie: string; requestId: string }

const longestAgent = 300

export const callerOf = ({ ip, headers, id }: FastifyRequest): Caller => ({
  address: ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, longestAgent),
  cookie: headers.cookie ?? '',
  requestId: id,
})

/** Nobody yet: whoever tries to come in. */
export const stranger = 'anonymous'
