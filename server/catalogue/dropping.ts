import type { Deps } from '#server/deps.ts'
import { existingStores, forgetCopies, knownCopies, wantedCopies } from '#server/catalogue/repo.ts'
import type { StoreRow } from '#server/stores/service.ts'
import { isCopyRefused } from '#server/procedure/failure.ts'
import { findCatalogueOn } from '#server/catalogue/setting-repo.ts'

type DropDeps = Pick<Deps, 'database' | 'catalogue' | 'sharedClock'>

/** Drops the copies of stores. A keeper that reads one of them loses it. What has changed stays, but for `withChanges`. */
export async function dropCopies(
  { database, catalogue, sharedClock }: DropDeps,
  storeIds: readonly string[],
  options: { withChanges: boolean } = { withChanges: false },
) {
  if (storeIds.length === 0) return
  await forgetCopies(database.db, storeIds, sharedClock)
  for (const id of storeIds) await catalogue.drop(id, options)
  // Where the store was switched on again in the meantime, a keeper may have begun to fill what has just been dropped.
  await forgetCopies(database.db, storeIds, sharedClock)
}

/** The stores of which a copy is wanted now. */
async function wantedNow({ database }: Pick<Deps, 'database'>): Promise<ReadonlySet<string>> {
  return new Set((await findCatalogueOn(database.db)) ? await wantedCopies(database.db) : [])
}

/** The ids of those of the stores of which a copy is wanted, in the same order. */
export async function wantedAmong(deps: Pick<Deps, 'database'>, stores: readonly Pick<StoreRow, 'id'>[]): Promise<string[]> {
  const wanted = await wantedNow(deps)
  return stores.flatMap(({ id }) => (wanted.has(id) ? [id] : []))
}

/** Where the database lets no copy be kept, none is there. */
export const unlessRefused = (error: unknown) => {
  if (!isCopyRefused(error)) throw error
}

/** Drops the copies of stores that are deleted, inactive or switched off. */
export async function dropUnwanted(deps: DropDeps) {
  const [copied, known] = await Promise.all([deps.catalogue.stores(), knownCopies(deps.database.db)])
  // Read last, so that a store that was switched on since then stays.
  const wanted = await wantedNow(deps)
  const unwanted = [...new Set([...copied, ...known])].filter((id) => !wanted.has(id))
  if (unwanted.length === 0) return
  const existing = await existingStores(deps.database.db, unwanted)
  await dropCopies(
    deps,
    unwanted.filter((id) => existing.has(id)),
  )
  await dropCopies(
    deps,
    unwanted.filter((id) => !existing.has(id)),
    { withChanges: true },
  )
}
