import { failureEnd } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { OnEnd } from '#server/jobs/ended.ts'
import { jobLink } from '#shared/screen-links.ts'
import { raise, solve } from '#server/notifications/service.ts'

/**
 * Tells the creator of an export that it failed or is incomplete, and that a retry has finished. Their mail is that of every ended export.
 * The runs of schedules are told of as those. `by`: the person who cancelled it, and knows it.
 */
export function noteExportEnd(deps: Deps, by?: string): OnEnd {
  return async ({ id, type, status, createdBy, storeIds, scheduleId, errorCode, errorMessage }) => {
    if (scheduleId !== null) return
    const [key, link] = [`job:${id}`, jobLink(id)]
    const about = { export: type === 'product_export' ? 'product' : 'order' } as const
    if (status === 'completed') return solve(deps, [key], { text: { code: 'export.recovered', ...about }, link, isMailed: true })
    const end = failureEnd(errorCode)
    if (createdBy === by) return
    // Somebody else cancelled it, or its creator lost the right to it.
    const kind = end === 'cancelled' ? 'failed' : end
    const text = { code: `export.${kind}`, ...about, reason: errorMessage ?? '' } as const
    await raise(deps, { userIds: [createdBy], key, kind, text, link, storeIds, isMailed: true })
  }
}
