import { failureEnd } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { raise, solve } from '#server/notifications/service.ts'

/** Tells the creator of an export that it failed or is incomplete, and that a retry has finished. Their mail is that of every ended export. */
export function noteExportEnd(deps: Deps): OnEnd {
  return async ({ id, type, status, createdBy: userId, storeIds, errorCode, errorMessage }) => {
    const key = `job:${id}`
    const about = { export: type === 'product_export' ? 'product' : 'order' } as const
    if (status === 'completed') return solve(deps, [key], { text: { code: 'export.recovered', ...about }, isMailed: true })
    const kind = failureEnd(errorCode)
    // Whoever cancels an export knows it.
    if (kind === 'cancelled') return
    const text = { code: `export.${kind}`, ...about, reason: errorMessage ?? '' } as const
    await raise(deps, { userId, key, kind, text, link: '/jobs?status=failed', storeIds, isMailed: true })
  }
}
