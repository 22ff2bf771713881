import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import type { CatalogueState, CatalogueStore, CopiesUsed } from '#shared/catalogue.ts'
import type { Deps } from '#server/deps.ts'
import { dropCopies, dropUnwanted, unlessRefused } from '#server/catalogue/dropping.ts'
import { completeCopies, findCopies, isFilledInto, nothingRead, setRebuild, setWanted, type CopyRow } from '#server/catalogue/repo.ts'
import { findCatalogueOn, saveCatalogueOn } from '#server/catalogue/setting-repo.ts'
import type { StoreRow } from '#server/stores/service.ts'

type StateDeps = Pick<Deps, 'database' | 'catalogue' | 'sharedClock' | 'now'>

/** What is known of a store. Of one that was filled into a copy which was emptied since, nothing was read. @param copy the identity of the copy */
const knownOf = <Row extends CopyRow>(row: Row | undefined, copy: string): Row | undefined =>
  row?.filledAt && !isFilledInto(row, copy) ? { ...row, ...nothingRead } : row

function stateOf(row: (CopyRow & { isHeld: boolean }) | undefined): CatalogueState {
  if (!row) return 'waiting'
  if (row.failures > 0) return 'failing'
  if (row.rebuildWantedAt || (row.isHeld && !row.filledAt)) return 'filling'
  return row.filledAt ? 'ready' : 'waiting'
}

/** Whether the shop tells of changes, and what is in the way. */
function webhooksOf(row: CopyRow | undefined, isKept: boolean): Pick<CatalogueStore, 'webhooks' | 'webhooksReason'> {
  const reason = row?.webhookProblem ?? null
  const isEnding = row?.webhooks === 'ending' || row?.webhooks === 'left'
  if (!isKept) return { webhooks: 'off', webhooksReason: isEnding ? reason : null }
  if (!row?.webhooks) return { webhooks: 'off', webhooksReason: catalogueRefusals.webhooks.notAsked }
  if (row.webhooks === 'ending' || row.webhooks === 'left') return { webhooks: 'off', webhooksReason: catalogueRefusals.webhooks.asking }
  if (row.webhooks !== 'uncertain') return { webhooks: row.webhooks, webhooksReason: reason }
  return { webhooks: 'unavailable', webhooksReason: reason ?? catalogueRefusals.webhooks.asking }
}

const instant = (at: Date | null | undefined) => at?.toISOString() ?? null

/** How fresh the copies of these stores are, in the same order. */
export async function catalogueStates(deps: StateDeps, stores: readonly StoreRow[]): Promise<CatalogueStore[]> {
  const { database, catalogue, sharedClock } = deps
  const ids = stores.map(({ id }) => id)
  const [isAnyOn, copy, rows, sizes] = await Promise.all([
    findCatalogueOn(database.db),
    catalogue.identity(),
    findCopies(database.db, ids, sharedClock),
    catalogue.sizes(ids),
  ])
  return stores.map(({ id, name, active }) => {
    const row = knownOf(rows.get(id), copy)
    const isOn = row?.isOn ?? true
    const isKept = isAnyOn && isOn && active
    return {
      storeId: id,
      storeName: name,
      isOn,
      state: isKept ? stateOf(row) : 'off',
      products: sizes.get(id)?.products ?? 0,
      variants: sizes.get(id)?.variants ?? 0,
      filledAt: instant(row?.filledAt),
      checkedAt: instant(row?.checkedAt),
      changedAt: instant(row?.changedAt),
      comparedAt: instant(row?.comparedAt),
      differences: row?.differences ?? null,
      problem: row?.problem ?? null,
      ...webhooksOf(row, isKept),
    }
  })
}

/** Has a store's catalogue read anew, soon. The copy of before stays until then. */
export const wantRebuild = ({ database, sharedClock, now }: StateDeps, storeId: string): Promise<void> =>
  setRebuild(database.db, storeId, new Date(now()), sharedClock)

/** Switches the copy of a store on or off. Switched off, it is dropped at once. */
export async function switchStoreCopy(deps: StateDeps, storeId: string, isOn: boolean) {
  await setWanted(deps.database.db, storeId, isOn, deps.sharedClock)
  if (!isOn) await dropCopies(deps, [storeId]).catch(unlessRefused)
}

/** Whether copies are kept at all. */
export const isCatalogueOn = ({ database }: Pick<Deps, 'database'>): Promise<boolean> => findCatalogueOn(database.db)

/** Switches all copies on or off. Switched off, they are dropped at once. */
export async function switchCatalogue(deps: StateDeps, isOn: boolean) {
  await saveCatalogueOn(deps.database.db, isOn)
  if (!isOn) await dropUnwanted(deps).catch(unlessRefused)
}

type CopiedDeps = Pick<Deps, 'database' | 'catalogue'>

/** A store whose copy is complete. `checkedAt`: when its shop was last asked for changes. */
export type CopiedStore = StoreRow & { checkedAt: Date }

/** Those of the stores whose copies are complete, in the same order. */
export async function copiedStores({ database, catalogue }: CopiedDeps, stores: readonly StoreRow[]): Promise<CopiedStore[]> {
  const complete = await completeCopies(database.db, await catalogue.identity())
  return stores.flatMap((store) => {
    const checkedAt = complete.get(store.id)
    return checkedAt ? [{ ...store, checkedAt }] : []
  })
}

/** What an answer about stores says of the copies that it is made of. @param whole those that lack nothing. Default: all copies. */
export function copiesUsed(stores: readonly StoreRow[], copied: readonly CopiedStore[], whole = copied): CopiesUsed {
  const ids = new Set(whole.map(({ id }) => id))
  const [oldest] = copied.map(({ checkedAt }) => checkedAt).toSorted((one, other) => one.getTime() - other.getTime())
  return {
    asOf: instant(oldest),
    incomplete: stores.filter(({ id }) => !ids.has(id)).map(({ id: storeId, name: storeName }) => ({ storeId, storeName })),
  }
}
