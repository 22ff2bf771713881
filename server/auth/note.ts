import { record, type NewAuditEntry } from '#server/audit/record-repo.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { Deps } from '#server/deps.ts'

type Noted = Omit<NewAuditEntry, 'at' | 'door' | 'requestId' | 'details' | 'address' | 'userAgent'> &
  Partial<Pick<NewAuditEntry, 'details'>>

/** Leaves an entry about somebody at the door. */
export async function note(deps: Deps, { requestId, address, userAgent }: Caller, entry: Noted) {
  const at = new Date(deps.now())
  await record(deps.database.db, { at, door: 'auth', requestId, address, userAgent, details: null, ...entry })
}
