// What ends an export that is under way: its person lost the right to it, or a store is not what it was when the export was asked for.
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
 * The stores of an export as they are now, in its order. `expected`: the shops that they pointed at when it was asked for.
 * Throws NOT_FOUND, STORE_INACTIVE, STORE_MOVED.
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

/** Throws why a person may not have this exported (any more): JOB_CANCELLED where the right is gone, and what `openStores` throws. */
export async function assertAllowed(deps: Deps, personId: string, task: ExportTask, expected: readonly JobStore[]): Promise<void> {
  const [person] = await Promise.all([findPerson(deps, personId), openStores(deps, task, expected)])
  if (!person || !task.storeIds.every((storeId) => can(person, jobPolicies[task.type], storeId)))
    throw new AppError('JOB_CANCELLED', messages.jobs.rightLost)
}
