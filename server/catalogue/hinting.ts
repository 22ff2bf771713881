import { randomUUID } from 'node:crypto'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import type { Deps } from '#server/deps.ts'
import { addHint, countHints, findKeeping, lookInstead, markHint } from '#server/catalogue/hints-repo.ts'
import { hasChange } from '#server/catalogue/reading.ts'
import { findCatalogueOn } from '#server/catalogue/setting-repo.ts'

/** `changedAt`: by the shop's clock, in milliseconds since 1970. null: it was not told, or the product is gone. */
export type Told = { productId: string; changedAt: number | null }

type HintDeps = Pick<Deps, 'database' | 'catalogue' | 'sharedClock' | 'now'>
type Keeping = { isKept: boolean; isHeld: boolean }

/** Whether a copy of a store is kept, and whether a keeper reads it now. */
export async function keepingOf({ database, sharedClock }: HintDeps, storeId: string): Promise<Keeping> {
  const [{ isOn, isHeld }, isAnyOn] = await Promise.all([findKeeping(database.db, storeId, sharedClock), findCatalogueOn(database.db)])
  return { isKept: isOn && isAnyOn, isHeld }
}

/**
 * Has a keeper ask the shop for a product that may have changed, unless the copy has the change already.
 * @param keeping as it was before the copy is looked at: a keeper that has begun since then asks a shop that has changed already
 */
export async function noteHint(deps: HintDeps, storeId: string, { productId, changedAt }: Told, { isHeld }: Keeping): Promise<void> {
  const { database, now, sharedClock, catalogue } = deps
  const { db } = database
  const [copied, count] = await Promise.all([catalogue.version(storeId, productId), countHints(db, storeId)])
  const hint = { storeId, productId, mark: randomUUID(), at: new Date(now()) }
  // The end of a product that is not there. A keeper may have read it already, and be about to write it.
  if (copied === null && changedAt === null && !isHeld) return markHint(db, hint)
  if (hasChange(copied, changedAt)) return
  if (count >= catalogueLimits.hints.kept) return lookInstead(db, storeId, sharedClock)
  return addHint(db, { ...hint, changedAt: changedAt === null ? null : new Date(changedAt) })
}

/**
 * Has the copy follow a change that was made here at once, also where the shop does not tell of it. Without the hint, the next look at the shop
 * finds it, so that no change fails for it.
 */
export async function hintAtOwnChange(deps: HintDeps & Pick<Deps, 'log'>, storeId: string, told: Told): Promise<void> {
  try {
    const keeping = await keepingOf(deps, storeId)
    if (keeping.isKept) await noteHint(deps, storeId, told, keeping)
  } catch (error) {
    deps.log.warn({ err: error, store: storeId }, 'the copy of the catalogue could not be told of a change')
  }
}
