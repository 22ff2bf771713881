import type { Db } from '#drizzle/database.ts'
import type { AuditDetails } from '#server/audit/details.ts'
import { record } from '#server/audit/record-repo.ts'

/** What a command on the server's machine did. `operator`: the name of the shell's user. `at`: the time of writing. */
export type ShellAct = {
  at: Date
  operator: string
  action: string
  target?: string
  decision?: 'allowed' | 'failed'
  details: AuditDetails
}

/** Adds what a command did to the audit log. */
export async function recordFromShell(db: Db, { operator, target, decision = 'allowed', ...act }: ShellAct) {
  await record(db, {
    ...act,
    actorId: 'shell',
    actorName: operator,
    target: target ?? null,
    decision,
    door: 'shell',
    requestId: crypto.randomUUID(),
  })
}
