import type { AuditFilter } from '#shared/audit.ts'

/** The filter as it is typed: '' for what is not used, days as `2026-01-31`. */
export type AuditDraft = { action: string; actor: string; decision: string; from: string; to: string }

export const noFilter: AuditDraft = { action: '', actor: '', decision: '', from: '', to: '' }

export const decisions = ['allowed', 'denied', 'failed'] as const

function midnight(day: string, daysLater = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const time = new Date(year, month - 1, date + daysLater)
  return day === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** What is asked for. Both days are whole ones of this machine's calendar; the server's `until` is the moment after the last. */
export function filterOf({ action, actor, decision, from, to }: AuditDraft): AuditFilter {
  return {
    action: action.trim() || undefined,
    actor: actor.trim() || undefined,
    decision: decisions.find((known) => known === decision),
    from: midnight(from),
    until: midnight(to, 1),
  }
}
