import type { InPerson } from '#server/auth/require-viewer.ts'
import { noteProof } from '#server/auth/session-repo.ts'
import { confirmedUntil } from '#server/procedure/confirmed.ts'
import type { Deps } from '#server/deps.ts'

/** Records that the person of a session has proved their identity again, by any method. */
export async function proved({ database, now }: Deps, { sessionId }: InPerson) {
  const at = new Date(now())
  await noteProof(database.db, sessionId, at)
  return { authenticated_until: confirmedUntil(at).toISOString() }
}
