import type { CatalogueState, CatalogueStore } from '#shared/catalogue.ts'
import type { Deps } from '#server/deps.ts'
import { dropCopies, dropUnwanted } from '#server/catalogue/dropping.ts'
import { findCopies, setRebuild, setWanted, type CopyRow } from '#server/catalogue/repo.ts'
import { findCatalogueOn, saveCatalogueOn } from '#server/catalogue/setting-repo.ts'
import type { StoreRow } from '#server/stores/service.ts'

type StateDeps = Pick<Deps, 'database' | 'catalogue' | 'sharedClock' | 'now'>

function stateOf(row: (CopyRow & { isHeld: boolean }) | undefined): CatalogueState {
  if (!row) return 'waiting'
  if (row.failures > 0) return 'failing'
  if (row.rebuildWantedAt || (row.isHeld && !row.filledAt)) return 'filling'
  return row.filledAt ? 'ready' : 'waiting'
}

const instant = (at: Date | null | undefined) => at?.toISOString() ?? null

/** How fresh the copies of these stores are, in the same order. */
export async function catalogueStates(deps: StateDeps, stores: readonly StoreRow[]): Promise<CatalogueStore[]> {
  const { database, catalogue, sharedClock } = deps
  const ids = stores.map(({ id }) => id)
  const [isAnyOn, rows, sizes] = await Promise.all([
    findCatalogueOn(database.db),
    findCopies(database.db, ids, sharedClock),
    catalogue.sizes(ids),
  ])
  return stores.map(({ id, name, active }) => {
    const row = rows.get(id)
    const isOn = row?.isOn ?? true
    return {
      storeId: id,
      storeName: name,
      isOn,
      state: isAnyOn && isOn && active ? stateOf(row) : 'off',
      products: sizes.get(id)?.products ?? 0,
      variants: sizes.get(id)?.variants ?? 0,
      filledAt: instant(row?.filledAt),
      checkedAt: instant(row?.checkedAt),
      changedAt: instant(row?.changedAt),
      comparedAt: instant(row?.comparedAt),
      differences: row?.differences ?? null,
      problem: row?.problem ?? null,
    }
  })
}

/** Has a store's catalogue read anew, soon. The copy of before stays until then. */
export const wantRebuild = ({ database, sharedClock, now }: StateDeps, storeId: string): Promise<void> =>
  setRebuild(database.db, storeId, new Date(now()), sharedClock)

/** Switches the copy of a store on or off. Switched off, it is dropped at once. */
export async function switchStoreCopy(deps: StateDeps, storeId: string, isOn: boolean) {
  await setWanted(deps.database.db, storeId, isOn, deps.sharedClock)
  if (!isOn) await dropCopies(deps, [storeId])
}

/** Whether copies are kept at all. */
export const isCatalogueOn = ({ database }: Pick<Deps, 'database'>): Promise<boolean> => findCatalogueOn(database.db)

/** Switches all copies on or off. Switched off, they are dropped at once. */
export async function switchCatalogue(deps: StateDeps, isOn: boolean) {
  await saveCatalogueOn(deps.database.db, isOn)
  if (!isOn) await dropUnwanted(deps)
}
