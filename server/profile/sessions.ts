import type { Viewer } from '#shared/access.ts'
import type { ListedSession } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { deleteSessions, liveSessions } from '#server/profile/sessions-repo.ts'

/** The viewer's live sessions, the last used one first. */
export async function listSessions({ database, now }: Deps, viewer: Viewer): Promise<ListedSession[]> {
  const rows = await liveSessions(database.db, viewer.id, new Date(now()))
  return rows.map(({ id, ipAddress, userAgent, createdAt, updatedAt, expiresAt }) => ({
    id,
    address: ipAddress || null,
    user_agent: userAgent || null,
    created_at: createdAt.toISOString(),
    last_used_at: updatedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_current: id === viewer.sessionId,
  }))
}

/** Throws NOT_FOUND for a session that is not the viewer's. */
export async function endSession({ database }: Deps, viewer: Viewer, id: string): Promise<{ ended: number }> {
  const ended = await deleteSessions(database.db, viewer.id, id)
  if (ended === 0) throw new AppError('NOT_FOUND')
  return { ended }
}

export const endAllSessions = async ({ database }: Deps, { id }: Pick<Viewer, 'id'>) => ({
  ended: await deleteSessions(database.db, id, null),
})
