import type { FastifyReply, FastifyRequest } from 'fastify'
import { personNeeded, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { bearerOf } from '#server/auth/viewer.ts'
import { assertConfirmed } from '#server/procedure/confirmed.ts'
import type { Deps } from '#server/deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, looked up once, before the body is read. null: not signed in. */
    viewer: Viewer | null
  }
}

/** Adds the header that tells how to sign in (RFC 6750) to an answer with 401. */
export function challenge(request: FastifyRequest, reply: FastifyReply) {
  reply.header('www-authenticate', bearerOf(request) === null ? 'Bearer' : 'Bearer error="invalid_token"')
}

/** A hook for calls that need a viewer. Throws SIGNED_OUT before a byte of the body is read. */
export async function requireViewer(request: FastifyRequest, reply: FastifyReply) {
  if (request.viewer) return
  challenge(request, reply)
  throw new AppError('SIGNED_OUT')
}

export type InPerson = Viewer & { sessionId: string }

/** The viewer of a session. Throws SIGNED_OUT, and ACCESS_DENIED for API keys. */
export function inPerson({ viewer }: FastifyRequest): InPerson {
  if (!viewer) throw new AppError('SIGNED_OUT')
  const { sessionId } = viewer
  if (sessionId === undefined) throw new AppError('ACCESS_DENIED', personNeeded)
  return { ...viewer, sessionId }
}

/** Like `inPerson`, but needs a recent proof of identity. Also throws REAUTHENTICATE. */
export function recentlyInPerson({ now }: Deps, request: FastifyRequest): InPerson {
  const person = inPerson(request)
  assertConfirmed(person, now())
  return person
}
