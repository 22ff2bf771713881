import type { Viewer } from '#shared/access.ts'
import type { Deps } from '#server/deps.ts'
import { endAllSessions } from '#server/profile/sessions.ts'
import { personFor } from '#server/users/service.ts'

/** Ends all sessions of a person on the team. Throws NOT_FOUND, ACCESS_DENIED. */
export async function endSessionsOf(deps: Deps, viewer: Viewer, id: string): Promise<{ ended: number }> {
  return endAllSessions(deps, await personFor(deps, viewer, 'users.update', id))
}
