import { localMidnight } from '#client/format/local-midnight.ts'
import type { AuditFilter } from '#shared/audit.ts'

/** The values of the filter form: '' for an unused field, days as `2026-01-31`. */
export type AuditDraft = { action: string; actor: string; decision: string; from: string; to: string }

export const noFilter: AuditDraft = { action: '', actor: '', decision: '', from: '', to: '' }

export const decisions = ['allowed', 'denied', 'failed'] as const

/** The filter for the server. Both days are included, in this machine's time zone. The server's `until` is exclusive. */
export function filterOf({ action, actor, decision, from, to }: AuditDraft): AuditFilter {
  return {
    action: action.trim() || undefined,
    actor: actor.trim() || undefined,
    decision: decisions.find((known) => known === decision),
    from: localMidnight(from),
    until: localMidnight(to, 1),
  }
}
