import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access.ts'
import { findKeyViewer } from '#server/auth/key-repo.ts'
import { hashOfKey, isKeyToken } from '#server/auth/key-token.ts'
import { findViewer } from '#server/auth/repo.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'

const bearer = /^Bearer ([\w.~+/=-]{1,4096})$/i

/** The token of an `Authorization: Bearer` header; it is never taken from the address. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return bearer.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Who is calling: judged anew for each call, so that a revoked session or right ends with the next one. */
export async function viewerOf({ accessTokens, database, now }: AuthDeps, request: FastifyRequest): Promise<Viewer | null> {
  const token = bearerOf(request)
  if (token && isKeyToken(token)) return findKeyViewer(database.db, hashOfKey(token), new Date(now()))
  const sessionId = token && (await accessTokens.sessionOf(token, now()))
  return sessionId ? findViewer(database.db, sessionId, new Date(now())) : null
}
