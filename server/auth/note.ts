import { record, type NewAuditEntry } from '#server/audit/record-repo.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { Deps } from '#server/deps.ts'

type Noted = Omit<NewAuditEntry, 'at' | 'door' | 'requestId' | 'details' | 'address' | 'userAgent'> &
  Partial<Pick<NewAuditEntry, 'details'>>

/** Records an audit entry about sign-in, or about a person's own sign-in methods. */
export async function note(deps: Deps, { requestId, address, userAgent }: Caller, entry: Noted) {
  const at = new Date(deps.now())
  await record(deps.database.db, { at, door: 'auth', requestId, address, userAgent, details: null, ...entry })
}
