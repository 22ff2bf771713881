import type { Deps } from '#server/deps.ts'
import { forgetCopies, knownCopies, wantedCopies } from '#server/catalogue/repo.ts'
import { isCopyRefused } from '#server/procedure/failure.ts'
import { findCatalogueOn } from '#server/catalogue/setting-repo.ts'

type DropDeps = Pick<Deps, 'database' | 'catalogue' | 'sharedClock'>

/** Drops the copies of stores. A keeper that reads one of them loses it. */
export async function dropCopies({ database, catalogue, sharedClock }: DropDeps, storeIds: readonly string[]) {
  if (storeIds.length === 0) return
  await forgetCopies(database.db, storeIds, sharedClock)
  for (const id of storeIds) await catalogue.drop(id)
  // Where the store was switched on again in the meantime, a keeper may have begun to fill what has just been dropped.
  await forgetCopies(database.db, storeIds, sharedClock)
}

/** The stores of which a copy is wanted now. */
async function wantedNow({ database }: DropDeps): Promise<ReadonlySet<string>> {
  return new Set((await findCatalogueOn(database.db)) ? await wantedCopies(database.db) : [])
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
  await dropCopies(
    deps,
    [...new Set([...copied, ...known])].filter((id) => !wanted.has(id)),
  )
}
