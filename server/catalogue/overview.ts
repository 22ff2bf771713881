import { AppError } from '#shared/errors.ts'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import type { CatalogueStore, CatalogueStoresResponse, CatalogueSwitchRequest, CatalogueSwitchResponse } from '#shared/catalogue.ts'
import type { Deps } from '#server/deps.ts'
import { catalogueStates, isCatalogueOn, switchCatalogue, switchStoreCopy, wantRebuild } from '#server/catalogue/states.ts'
import { findPriceTolerance, savePriceTolerance } from '#server/catalogue/setting-repo.ts'
import { notFound } from '#server/procedure/not-found.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** How fresh the copies of these stores are. */
export async function catalogueOf(deps: Deps, stores: readonly StoreRow[]): Promise<CatalogueStoresResponse> {
  const [settings, states] = await Promise.all([catalogueSettings(deps), catalogueStates(deps, stores)])
  return { ...settings, stores: states }
}

async function catalogueStore(deps: Deps, store: StoreRow): Promise<CatalogueStore> {
  const [state] = await catalogueStates(deps, [store])
  if (!state) throw notFound('Store')
  return state
}

/** Has a store's catalogue read anew. Throws NOT_FOUND as every call into the shop of an inactive store, and CONFLICT where no copy is kept of it. */
export async function rebuildStore(deps: Deps, store: StoreRow): Promise<CatalogueStore> {
  if (!store.active) throw notFound('Store')
  if (!(await isCatalogueOn(deps))) throw new AppError('CONFLICT', catalogueMessages.switchedOff)
  if (!(await catalogueStore(deps, store)).isOn) throw new AppError('CONFLICT', catalogueRefusals.storeOff)
  await wantRebuild(deps, store.id)
  return catalogueStore(deps, store)
}

/** Switches the copy of a store on or off. */
export async function setStore(deps: Deps, store: StoreRow, isOn: boolean): Promise<CatalogueStore> {
  await switchStoreCopy(deps, store.id, isOn)
  return catalogueStore(deps, store)
}

async function catalogueSettings(deps: Deps): Promise<CatalogueSwitchResponse> {
  const [isOn, priceTolerance] = await Promise.all([isCatalogueOn(deps), findPriceTolerance(deps.database.db)])
  return { isOn, priceTolerance }
}

/** Switches all copies on or off, and sets how much prices may differ. */
export async function setCatalogue(deps: Deps, { isOn, priceTolerance }: CatalogueSwitchRequest): Promise<CatalogueSwitchResponse> {
  if (priceTolerance !== undefined) await savePriceTolerance(deps.database.db, priceTolerance)
  if (isOn !== undefined) await switchCatalogue(deps, isOn)
  return catalogueSettings(deps)
}
