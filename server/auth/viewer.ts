import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { record } from '#server/audit/record-repo.ts'
import { callerOf, stranger } from '#server/auth/caller.ts'
import { findKeyName, findKeyViewer } from '#server/auth/key-repo.ts'
import { hashOfKey, isKeyToken } from '#server/auth/key-token.ts'
import { findViewer, findViewerByUser, seeSession } from '#server/auth/repo.ts'
import { isStillOpen } from '#server/auth/session-repo.ts'
import type { Deps } from '#server/deps.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'

const bearer = /^Bearer ([\w.~+/=-]{1,4096})$/i

/** The token of an `Authorization: Bearer` header. It is never read from the address. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return bearer.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Records the use of a session, at most once per `limits.useNotedEveryMs`. The call succeeds even where the write fails, for example on a
 * full disk.
 */
async function see({ database, log }: AuthDeps, sessionId: string, seenAt: Date, now: number) {
  const seenBefore = new Date(now - limits.useNotedEveryMs)
  if (seenAt >= seenBefore) return
  await seeSession(database.db, sessionId, new Date(now), seenBefore).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of a session could not be noted'),
  )
}

/**
 * Records an audit entry for a call with an invalid key, with its id and name where known. The entry never holds any of the token. For a call
 * that was counted to its limit: beyond it, strangers write nothing.
 */
export async function noteRefusedKey({ database, now }: AuthDeps, request: FastifyRequest) {
  const token = bearerOf(request)
  if (request.viewer || !token || !isKeyToken(token)) return
  const { requestId, address, userAgent } = callerOf(request)
  const key = await findKeyName(database.db, hashOfKey(token))
  await record(database.db, {
    at: new Date(now()),
    actorId: stranger,
    action: 'session.useApiKey',
    target: key?.id ?? null,
    targetName: key?.name ?? null,
    decision: 'denied',
    door: 'auth',
    requestId,
    details: null,
    address,
    userAgent,
  })
}

/** The caller. Looked up again for each call, so that a revoked session or right ends with the next one. */
export async function loadViewer(deps: AuthDeps, request: FastifyRequest): Promise<Viewer | null> {
  const { accessTokens, database } = deps
  const now = deps.now()
  const token = bearerOf(request)
  if (token && isKeyToken(token)) return findKeyViewer(database.db, hashOfKey(token), new Date(now))
  const sessionId = token && (await accessTokens.sessionOf(token, now))
  const found = sessionId ? await findViewer(database.db, sessionId, new Date(now)) : null
  if (sessionId && found) await see(deps, sessionId, found.seenAt, now)
  return found?.viewer ?? null
}

/** The id that a caller's allowances are counted by. Each API key has its own, apart from its person's. */
export const callerId = ({ id, keyId }: Viewer): string => keyId ?? id

/** The present rights of a person whose job runs without them. null where the person has no access. */
export const findPerson = ({ database }: Deps, userId: string): Promise<Viewer | null> => findViewerByUser(database.db, userId)

/** The person of a session with their rights now. null where the session is over. */
export const findSessionViewer = async ({ database, now }: Deps, sessionId: string): Promise<Viewer | null> =>
  (await findViewer(database.db, sessionId, new Date(now())))?.viewer ?? null

/** Whether a session still exists; see `isStillOpen`. */
export const hasSession = ({ database }: Deps, sessionId: string): Promise<boolean> => isStillOpen(database.db, sessionId)
