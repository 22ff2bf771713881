import { can, holds, missingRight, reaches, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { visibleStoreColors } from '#shared/store-color.ts'
import {
  checkSecrets,
  givesSecrets,
  type Store,
  type StoreCreateRequest,
  type StoreListRequest,
  type StoreListResponse,
  type StoreSavedResponse,
  type StoreTestResponse,
  type StoreUpdateRequest,
} from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import type { ShopOptions } from '#server/platforms/http.ts'
import type { Shop } from '#server/platforms/port.ts'
import { differencesOf, refuseLimited, testBeforeSaving, testConnection } from '#server/stores/connection.ts'
import { assertFree, domainOf, draftOf, locationOf, savedOf, saveDraft, shopTaken, stateColumns } from '#server/stores/drafts.ts'
import {
  findStoreRow,
  findStoreRows,
  insertStore,
  listStoreIds,
  listStoreRows,
  publicStore,
  deleteStoreRow,
  updateStoreRow,
  type StoreRow,
} from '#server/stores/repo.ts'
import { connectionTo, sealSecrets } from '#server/stores/secrets.ts'
import { endingOf, askAnew } from '#server/stores/subscriptions.ts'
import { followState, keepState, metBy, stateEvent } from '#server/stores/state.ts'
import { notFound } from '#server/procedure/not-found.ts'
import { namedPage } from '#server/rows/named-page.ts'

export { publicStore, type StoreRow } from '#server/stores/repo.ts'

export const findStore = (deps: Deps, id: string): Promise<StoreRow | null> => findStoreRow(deps.database.db, id)

/** The stores that exist, in no particular order. */
export const findStores = (deps: Deps, ids: readonly string[]): Promise<StoreRow[]> => findStoreRows(deps.database.db, ids)

/** All active stores, by name. */
export const activeStores = async (deps: Deps): Promise<StoreRow[]> =>
  (await listStoreRows(deps.database.db)).filter(({ active }) => active)

/** The number of each reachable store's colour, by id: see `shared/store-color.ts`. */
export async function colorsOfStores(deps: Deps, viewer: Viewer): Promise<Record<string, number>> {
  return Object.fromEntries(visibleStoreColors(await listStoreIds(deps.database.db), (id) => reaches(viewer, id)))
}

/** How a store's shop is asked: see `ShopOptions`. */
export type ShopWaiting = Pick<ShopOptions, 'onWait' | 'patience'>

/** The store's shop, ready for calls. */
export function shopOf(deps: Deps, store: StoreRow, waiting: ShopWaiting = {}): Shop {
  const onAnswer = followState(deps, store)
  return deps.platforms.connect(connectionTo(deps, store, onAnswer), { ...waiting, onAnswer, storeId: store.id })
}

/**
 * With `permission`: the stores in which the viewer holds it. Without: every store in reach, which requires settings:read. In the order of
 * the names. Throws ACCESS_DENIED, INVALID_CURSOR.
 */
export async function listStores(deps: Deps, viewer: Viewer, request: StoreListRequest): Promise<StoreListResponse> {
  const { active, permission } = request
  if (!permission && !can(viewer, 'stores.list')) throw new AppError('ACCESS_DENIED', missingRight('stores.list'))
  const isListed = (id: string) => (permission ? holds(viewer, permission, id) : reaches(viewer, id) && can(viewer, 'stores.list', id))
  const rows = await listStoreRows(deps.database.db)
  const listed = rows.filter((row) => isListed(row.id) && (active === undefined || row.active === active))
  const { items, nextCursor } = namedPage(listed, ({ name }) => name, request)
  return { stores: items.map(publicStore), nextCursor }
}

const newRow = (deps: Deps, request: StoreCreateRequest) =>
  draftOf(deps, request, (id) => sealSecrets(deps.vault, id, request.platform, request))

/** Saves a store without calling its shop, for tests and benchmarks. Throws NAME_TAKEN. */
export async function saveStore(deps: Deps, request: StoreCreateRequest): Promise<Store> {
  const row = await newRow(deps, request)
  await insertStore(deps.database.db, row, new Date(deps.now()))
  return publicStore(row)
}

/**
 * Saves a store after a successful connection test. Throws NAME_TAKEN, SHOP_TAKEN, STORE_WITHHOLDS and the shop's errors. If the request
 * allows it, the shop may be unreachable.
 */
export async function createStore(deps: Deps, request: StoreCreateRequest, signal?: AbortSignal): Promise<StoreSavedResponse> {
  const draft = await newRow(deps, request)
  assertFree(draft, await listStoreRows(deps.database.db))
  const tested = await testBeforeSaving(deps, draft, request.allowUnreachable, signal)
  if (request.refuseIfLimited) refuseLimited(tested)
  return saveDraft(deps, draft, tested, request)
}

/**
 * The encrypted secrets to save: the given ones, or none to keep the stored ones. Stored secrets are never sent to another address
 * (CREDENTIALS_NEEDED).
 */
function secretsAfter(deps: Deps, store: StoreRow, platform: StoreRow['platform'], domain: string, request: StoreUpdateRequest) {
  if (!givesSecrets(platform, request)) {
    if (platform === store.platform && domain === store.domain) return {}
    throw new AppError('CREDENTIALS_NEEDED', messages.stores.reenterCredentials)
  }
  const issues: { path: string; message: string }[] = []
  checkSecrets({ ...request, platform }, { addIssue: ({ path, message }) => issues.push({ path: path.join('.'), message }) })
  if (issues[0]) throw new AppError('INVALID_INPUT', issues[0].message, { issues })
  return sealSecrets(deps.vault, store.id, platform, request)
}

/**
 * Changes the given fields. New credentials are tested like those of a new store, and another address needs new credentials. Throws
 * NAME_TAKEN, SHOP_TAKEN, CREDENTIALS_NEEDED, INVALID_INPUT, NOT_FOUND, STORE_WITHHOLDS, and the shop's errors.
 */
export async function updateStore(
  deps: Deps,
  store: StoreRow,
  request: StoreUpdateRequest,
  signal?: AbortSignal,
): Promise<StoreSavedResponse> {
  const { name, active, currency, timezone, platform = store.platform } = request
  const domain = domainOf(platform, request.domain ?? store.domain)
  const secrets = secretsAfter(deps, store, platform, domain, request)
  const change = {
    platform,
    domain,
    ...(name === undefined ? {} : { name }),
    ...(active === undefined ? {} : { active }),
    ...(currency === undefined ? {} : { currency }),
    ...(timezone === undefined ? {} : { timezone }),
    locationId: locationOf(platform, request.locationId === undefined ? store.locationId : request.locationId),
    ...secrets,
  }
  const draft: StoreRow = { ...store, ...change }
  // Stores that already share a shop can still be edited.
  if (platform !== store.platform || domain !== store.domain) assertFree(draft, await listStoreRows(deps.database.db))
  const tested = 'secrets' in secrets ? await testBeforeSaving(deps, draft, request.allowUnreachable ?? false, signal) : null
  // What was hidden before is known.
  if (tested && request.refuseIfLimited && tested.met.reason !== store.stateReason) refuseLimited(tested)
  const at = new Date(deps.now())
  const state = tested ? stateColumns(deps, tested.met) : {}
  const event = tested && stateEvent({ ...store, name: draft.name }, tested.met, at)
  const hasMoved = platform !== store.platform || domain !== store.domain
  const endTelling = hasMoved ? await endingOf(deps, store) : null
  const row = await updateStoreRow(deps.database, store, { ...change, ...state }, at, event)
  if (!row) throw (await findStore(deps, store.id)) ? shopTaken() : notFound('Store')
  endTelling?.()
  if ('secrets' in secrets) await askAnew(deps, store.id, hasMoved)
  if (hasMoved) await dropCopy(deps, store)
  return tested ? savedOf(row, tested) : { store: publicStore(row), warning: null }
}

/** Drops the copy of a store that is gone, or another shop's. A keeper drops what is left of it. */
const dropCopy = (deps: Deps, { id }: StoreRow) =>
  deps.catalogue
    .drop(id, { withChanges: true })
    .catch((error: unknown) => deps.log.error({ err: error, store: id }, 'the copy of a deleted or moved store could not be dropped yet'))

/** Removes a store with the copy of its catalogue. Throws NOT_FOUND. */
export async function removeStore(deps: Deps, store: StoreRow): Promise<Store> {
  const endTelling = await endingOf(deps, store)
  if (!(await deleteStoreRow(deps.database.db, store.id))) throw notFound('Store')
  endTelling?.()
  // The store is gone by now, and nobody finds its products any more.
  await dropCopy(deps, store)
  return publicStore(store)
}

/** Tests the connection and saves the resulting state. Throws the connector's errors. */
export async function testStore(deps: Deps, store: StoreRow, signal: AbortSignal): Promise<StoreTestResponse> {
  try {
    const { met, facts } = await testConnection(deps, store, signal, { storeId: store.id })
    await keepState(deps, store, met)
    const { shopName, limits: gaps } = facts
    return { message: messages.stores.connected, shopName, limits: gaps, differences: differencesOf(store, facts) }
  } catch (error) {
    const met = metBy(error)
    if (met) await keepState(deps, store, met)
    throw error
  }
}
