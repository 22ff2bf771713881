import type { Viewer } from '#shared/access.ts'
import { readCookie, sessionCookie } from '#server/auth/cookies.ts'
import { sessionNamed } from '#server/auth/refresh.ts'
import { findViewer } from '#server/auth/repo.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'

/**
 * The person whose browser this is, by the cookie of its session: a navigation from another site carries no access token. Only for a return
 * that the same session began. Present rights; null: nobody.
 */
export async function browserViewer(deps: AuthDeps, cookies: string): Promise<Viewer | null> {
  const text = readCookie(cookies, sessionCookie(deps.appUrl))
  const named = text === null ? null : await sessionNamed(deps, text)
  // Another tab may have rotated the token a moment ago. An older one is somebody's copy.
  if (!named || named.generation < named.live.generation - 1) return null
  return (await findViewer(deps.database.db, named.live.id, new Date(deps.now())))?.viewer ?? null
}
