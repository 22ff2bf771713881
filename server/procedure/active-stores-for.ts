import { can, missingRight, reaches, type Action, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { findStores, type StoreRow } from '#server/stores/service.ts'

/** A caller who named several stores is told which one is missing, in the same way as for one out of reach. */
function missingStore(storeIds: readonly string[], id: string, field: string): AppError {
  const failure = notFound('Store')
  if (storeIds.length === 1) return failure
  const issues = [{ path: `${field}.${storeIds.indexOf(id)}`, message: `${failure.message}: ${id}` }]
  return new AppError('NOT_FOUND', failure.message, { issues })
}

/**
 * Active stores in the given order. Throws NOT_FOUND, also for one out of reach, and ACCESS_DENIED where the policy does not hold.
 * @param field what names the stores in the request
 */
export async function activeStoresFor(
  { deps, viewer }: { deps: Deps; viewer: Viewer },
  policy: Action,
  storeIds: readonly string[],
  field = 'storeIds',
): Promise<StoreRow[]> {
  const found = await findStores(
    deps,
    storeIds.filter((id) => reaches(viewer, id)),
  )
  return storeIds.map((id) => {
    const store = found.find((one) => one.id === id)
    if (!store) throw missingStore(storeIds, id, field)
    if (!can(viewer, policy, id)) throw new AppError('ACCESS_DENIED', missingRight(policy))
    if (!store.active) throw missingStore(storeIds, id, field)
    return store
  })
}
