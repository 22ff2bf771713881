// Reasons that end a running export: the person lost the right to it, or a store changed since the request.
import { can } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { jobPolicies } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { findPerson } from '#server/auth/viewer.ts'
import type { Deps } from '#server/deps.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { JobStore } from '#server/jobs/row.ts'
import { findStores, type StoreRow } from '#server/stores/service.ts'

/** Throws NOT_FOUND, STORE_INACTIVE, STORE_MOVED. */
function sameShop({ platform, domain }: Omit<JobStore, 'id'>, now: StoreRow | undefined): StoreRow {
  if (!now) throw new AppError('NOT_FOUND', messages.jobs.storeGone)
  if (!now.active) throw new AppError('STORE_INACTIVE', messages.jobs.storeInactive(now.name))
  const isSame = (platform ?? now.platform) === now.platform && (domain ?? now.domain) === now.domain
  if (!isSame) throw new AppError('STORE_MOVED', messages.jobs.storeMoved(now.name))
  return now
}

/**
 * The current stores of an export, in its order. `expected`: their shops at the time of the request. Throws NOT_FOUND, STORE_INACTIVE,
 * STORE_MOVED.
 */
export async function openStores(
  deps: Deps,
  { storeIds }: Pick<ExportTask, 'storeIds'>,
  expected: readonly JobStore[],
): Promise<StoreRow[]> {
  const rows = await findStores(deps, storeIds)
  return storeIds.map((id) => {
    const shop = expected.find((one) => one.id === id) ?? { platform: null, domain: null }
    return sameShop(
      shop,
      rows.find((row) => row.id === id),
    )
  })
}

/**
 * Throws the reason why a person may not (or no longer) export this: JOB_CANCELLED where the right is gone, and the errors of `openStores`.
 */
export async function assertAllowed(deps: Deps, personId: string, task: ExportTask, expected: readonly JobStore[]): Promise<void> {
  const person = await findPerson(deps, personId)
  // Whoever has lost a store hears nothing more of it, such as its name.
  if (!person || !task.storeIds.every((storeId) => can(person, jobPolicies[task.type], storeId)))
    throw new AppError('JOB_CANCELLED', messages.jobs.rightLost)
  await openStores(deps, task, expected)
}
