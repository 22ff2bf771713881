import { can, holds, missingRight, reaches, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits } from '#shared/platforms.ts'
import {
  checkSecrets,
  givesSecrets,
  normalizeDomain,
  Store,
  type StoreCreateRequest,
  type StoreListRequest,
  type StoreTestResponse,
  type StoreUpdateRequest,
} from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import type { OnWait } from '#server/platforms/http.ts'
import type { Shop, ShopCheck } from '#server/platforms/port.ts'
import { find, findAll, insert, list, remove, update, type StoreRow } from '#server/stores/repo.ts'
import { connectionTo, sealSecrets } from '#server/stores/secrets.ts'

export type { StoreRow } from '#server/stores/repo.ts'

/** Leaves the secrets behind: what is not in `Store` never goes out. */
const publicStore = (row: StoreRow): Store => Store.parse(row)

export const findStore = (deps: Deps, id: string): Promise<StoreRow | null> => find(deps.database.db, id)

/** Those of them that are there, in no order. */
export const findStores = (deps: Deps, ids: readonly string[]): Promise<StoreRow[]> => findAll(deps.database.db, ids)

/** The store's shop, ready to be called. `onWait` hears why nothing moves while its calls wait. */
export const shopOf = (deps: Deps, store: StoreRow, onWait?: OnWait): Shop =>
  deps.platforms.connect(connectionTo(deps.vault, store), onWait)

/** With `permission`: the stores in which the viewer holds it. Without: every store in reach, which takes settings:read. */
export async function listStores(deps: Deps, viewer: Viewer, { active, permission }: StoreListRequest): Promise<Store[]> {
  if (!permission && !can(viewer, 'stores.list')) throw new AppError('ACCESS_DENIED', missingRight('stores.list'))
  const isListed = (id: string) => (permission ? holds(viewer, permission, id) : reaches(viewer, id) && can(viewer, 'stores.list', id))
  const rows = await list(deps.database.db)
  return rows.filter((row) => isListed(row.id) && (active === undefined || row.active === active)).map(publicStore)
}

function domainOf(platform: StoreRow['platform'], typed: string): string {
  const domain = normalizeDomain(platform, typed)
  const message = messages.stores.domainInvalid(traits[platform].hostSuffix)
  if (domain === null) throw new AppError('INVALID_INPUT', message, { issues: [{ path: 'domain', message }] })
  return domain
}

/** Keeps a place only where the platform has places. */
const locationOf = (platform: StoreRow['platform'], locationId: string | null) => (traits[platform].hasLocation ? locationId || null : null)

/** Throws NAME_TAKEN where another store has the name. */
export async function createStore(deps: Deps, request: StoreCreateRequest): Promise<Store> {
  const { name, platform, active, currency, timezone } = request
  const id = crypto.randomUUID()
  const row: StoreRow = {
    id,
    name,
    platform,
    active,
    currency,
    timezone,
    domain: domainOf(platform, request.domain),
    locationId: locationOf(platform, request.locationId),
    ...sealSecrets(deps.vault, id, platform, request),
  }
  await insert(deps.database.db, row, new Date(deps.now()))
  return publicStore(row)
}

/** The sealed secrets to keep: the stored ones, or those given. Kept secrets never go to another address (CREDENTIALS_NEEDED). */
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

/** Changes the fields that are given. Throws NAME_TAKEN, CREDENTIALS_NEEDED, INVALID_INPUT, NOT_FOUND. */
export async function updateStore(deps: Deps, store: StoreRow, request: StoreUpdateRequest): Promise<Store> {
  const { name, active, currency, timezone, platform = store.platform } = request
  const domain = domainOf(platform, request.domain ?? store.domain)
  const change = {
    platform,
    domain,
    ...(name === undefined ? {} : { name }),
    ...(active === undefined ? {} : { active }),
    ...(currency === undefined ? {} : { currency }),
    ...(timezone === undefined ? {} : { timezone }),
    locationId: locationOf(platform, request.locationId === undefined ? store.locationId : request.locationId),
    ...secretsAfter(deps, store, platform, domain, request),
  }
  const row = await update(deps.database.db, store.id, change, new Date(deps.now()))
  if (!row) throw new AppError('NOT_FOUND', 'Store not found')
  return publicStore(row)
}

export async function removeStore(deps: Deps, store: StoreRow): Promise<Store> {
  if (!(await remove(deps.database.db, store.id))) throw new AppError('NOT_FOUND', 'Store not found')
  return publicStore(store)
}

function limitsOf({ missingScopes, seesAllOrders }: ShopCheck, notices: readonly string[]): string[] {
  return [
    ...notices,
    ...(missingScopes.length > 0 ? [messages.stores.missingScopes(missingScopes)] : []),
    ...(seesAllOrders ? [] : [messages.stores.onlyRecentOrders]),
  ]
}

/** Asks the shop who it is and what it lets us see. Throws what the connector throws. */
export async function testStore(deps: Deps, store: StoreRow, signal: AbortSignal): Promise<StoreTestResponse> {
  const shop = shopOf(deps, store)
  const check = await shop.check({ signal })
  return { message: messages.stores.connected, shopName: check.shopName, limits: limitsOf(check, shop.notices()) }
}
