import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { traits, type SecretField } from '#shared/platforms.ts'
import { storeMessages } from '#shared/store-messages.ts'
import { normalizeDomain, type ShopFacts, type StoreCreateRequest, type StoreSavedResponse } from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import { differencesOf, type Tested } from '#server/stores/connection.ts'
import { newStoreId } from '#server/stores/new-id.ts'
import { insertConnectedStore, listStoreIds, publicStore, type StoreRow } from '#server/stores/repo.ts'
import type { Sealed } from '#server/stores/secrets.ts'
import type { Met } from '#server/stores/state.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

const nothingKnown: ShopFacts = { currency: null, timezone: null }

export function domainOf(platform: StoreRow['platform'], typed: string): string {
  const domain = normalizeDomain(platform, typed)
  if (domain === null) refuseField('domain', messages.stores.domainInvalid(traits[platform].hostSuffix))
  return domain
}

/** Drops the location id on platforms without locations. */
export const locationOf = (platform: StoreRow['platform'], locationId: string | null) =>
  traits[platform].hasLocation ? locationId || null : null

/** The fields of a new store. Without `fillFromShop`, currency and time zone that are left out have defaults. */
export type NewStore = Omit<StoreCreateRequest, SecretField | 'allowUnreachable' | 'refuseIfLimited'>

/** The row of a new store, with defaults for missing fields. `seal` makes the columns of its credentials. */
export async function draftOf(deps: Deps, request: NewStore, seal: (id: string) => Sealed): Promise<StoreRow> {
  const { name, platform, active, currency, timezone } = request
  const id = newStoreId(await listStoreIds(deps.database.db))
  return {
    id,
    name,
    platform,
    active,
    currency: currency ?? limits.defaultCurrency,
    timezone: timezone ?? limits.defaultTimezone,
    domain: domainOf(platform, request.domain),
    locationId: locationOf(platform, request.locationId),
    state: null,
    stateSince: null,
    stateReason: null,
    ...seal(id),
  }
}

export function shopTaken(): AppError {
  const message = storeMessages.shopTaken
  return new AppError('SHOP_TAKEN', message, { issues: [{ path: 'domain', message }] })
}

/** Throws NAME_TAKEN where another store has the name, and SHOP_TAKEN where another store is connected to the same shop. */
export function assertFree({ id, name, platform, domain }: StoreRow, rows: readonly StoreRow[]) {
  const others = rows.filter((row) => row.id !== id)
  if (others.some((row) => row.name === name)) throw new AppError('NAME_TAKEN', messages.stores.nameTaken)
  if (others.some((row) => row.platform === platform && row.domain === domain)) throw shopTaken()
}

export const stateColumns = (deps: Deps, { state, reason }: Met) => ({ state, stateReason: reason, stateSince: new Date(deps.now()) })

export const savedOf = (row: StoreRow, { facts }: Tested): StoreSavedResponse => ({
  store: publicStore(row),
  warning: facts
    ? differencesOf(row, facts)
        .map(({ message }) => message)
        .join('. ') || null
    : null,
})

/** Saves a tested store. Throws NAME_TAKEN, and SHOP_TAKEN where another user has connected the shop during the test. */
export async function saveDraft(deps: Deps, draft: StoreRow, tested: Tested, request: NewStore): Promise<StoreSavedResponse> {
  const facts = request.fillFromShop && tested.facts ? tested.facts : nothingKnown
  const row: StoreRow = {
    ...draft,
    currency: request.currency ?? facts.currency ?? draft.currency,
    timezone: request.timezone ?? facts.timezone ?? draft.timezone,
    ...stateColumns(deps, tested.met),
  }
  if (!(await insertConnectedStore(deps.database, row, new Date(deps.now())))) throw shopTaken()
  return savedOf(row, tested)
}
