import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { can, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Platform } from '#shared/platforms.ts'
import type { ShopRefusal } from '#shared/shop-refusals.ts'
import { connectCallback, type StoreConnectRequest, type StoreConnectResponse, type StoreReconnectRequest } from '#shared/store-connect.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import type { Deps } from '#server/deps.ts'
import type { Approvals, Granted } from '#server/platforms/approvals.ts'
import { dropApproval, keepApproval, keepGranted, takeState, type ApprovalRow } from '#server/stores/approval-repo.ts'
import { findStoreRow, listStoreRows, updateStoreRow, type StoreRow } from '#server/stores/repo.ts'
import { appOf, sealGranted } from '#server/stores/secrets.ts'
import { assertFree, draftOf } from '#server/stores/drafts.ts'
import { endsLater, openTokens, storedTokens } from '#server/stores/tokens.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** `isStored`: the store has these tokens already. */
const Approved = z.object({
  token: z.string(),
  seconds: z.number().nullable(),
  refreshToken: z.string().nullable(),
  at: z.number(),
  isStored: z.boolean(),
})

/** What an approval keeps, encrypted. `store`: the new store; null where one is connected again. `granted`: null before the shop's answer. */
const KeptApproval = z.object({
  app: z.object({ clientId: z.string(), clientSecret: z.string() }),
  platform: Platform,
  domain: z.string(),
  name: z.string(),
  store: z
    .object({ active: z.boolean(), locationId: z.string().nullable(), currency: z.string().optional(), timezone: z.string().optional() })
    .nullable(),
  granted: Approved.nullable(),
})
export type KeptApproval = z.infer<typeof KeptApproval>

const boundTo = ({ sessionId, id }: Pick<ApprovalRow, 'sessionId' | 'id'>) => `shop_approvals|${sessionId}|${id}`
const hashOf = (state: string) => createHash('sha256').update(state).digest('base64url')

/** What an approval keeps, decrypted. */
export const keptIn = ({ vault }: Deps, row: ApprovalRow): KeptApproval =>
  KeptApproval.parse(JSON.parse(vault.open(row.sealed, boundTo(row))))

/** An approval ends in the browser that began it, so it needs the session of a person. */
export function sessionOf({ sessionId }: Viewer): string {
  if (sessionId === undefined) throw new AppError('ACCESS_DENIED', connectMessages.approvalInPerson)
  return sessionId
}

function approvalsOf({ platforms }: Deps, platform: StoreRow['platform']): Approvals {
  return platforms.approvals[platform] ?? refuseField('platform', connectMessages.noApprovals)
}

/** Where shops send the browser after an approval. */
export const redirectUrlOf = ({ appUrl }: Pick<Deps, 'appUrl'>): string => appUrl + connectCallback

/** Keeps the approval and its state, and answers the page of the shop where the person goes next. */
async function begin(deps: Deps, viewer: Viewer, storeId: string | null, kept: KeptApproval): Promise<StoreConnectResponse> {
  const approvals = approvalsOf(deps, kept.platform)
  const state = randomBytes(32).toString('base64url')
  const row = { sessionId: sessionOf(viewer), id: crypto.randomUUID(), storeId, stateHash: hashOf(state) }
  await keepApproval(deps.database.db, {
    ...row,
    sealed: deps.vault.seal(JSON.stringify(kept), boundTo(row)),
    expiresAt: new Date(deps.now() + limits.approvalMs),
  })
  const { clientId } = kept.app
  return { url: approvals.address(kept.domain, { clientId, redirectUri: redirectUrlOf(deps), state }) }
}

const unsealed = { credential: 'appGrant', secrets: '', tokens: null, renewingUntil: null } as const

/** Begins to connect a new store. Nothing is saved before the shop has approved. Throws NAME_TAKEN, SHOP_TAKEN, ACCESS_DENIED. */
export async function beginConnect(deps: Deps, viewer: Viewer, request: StoreConnectRequest): Promise<StoreConnectResponse> {
  const { clientId, clientSecret, active, locationId, currency, timezone } = request
  const draft = await draftOf(deps, { ...request, fillFromShop: true }, () => unsealed)
  assertFree(draft, await listStoreRows(deps.database.db))
  const { platform, domain, name } = draft
  const store = { active, locationId, ...(currency && { currency }), ...(timezone && { timezone }) }
  return begin(deps, viewer, null, { app: { clientId, clientSecret }, platform, domain, name, store, granted: null })
}

/** Begins to connect a store again, with the given app or the one that it has. Throws CREDENTIALS_NEEDED, ACCESS_DENIED. */
export async function beginReconnect(
  deps: Deps,
  viewer: Viewer,
  store: StoreRow,
  { clientId, clientSecret }: StoreReconnectRequest,
): Promise<StoreConnectResponse> {
  const app = clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : appOf(deps.vault, store)
  if (!app) throw new AppError('CREDENTIALS_NEEDED', messages.stores.reenterCredentials)
  const { platform, domain, name } = store
  return begin(deps, viewer, store.id, { app, platform, domain, name, store: null, granted: null })
}

/** Whether the viewer still has the right that the approval was begun with. */
export const mayStill = (viewer: Viewer, { storeId }: Pick<ApprovalRow, 'storeId'>): boolean =>
  storeId === null ? can(viewer, 'stores.connect') : can(viewer, 'stores.reconnect', storeId)

/** The end of a return from a shop, and the approval that it belongs to (null: none of this session). */
export type Returned = { outcome: 'approved' | ShopRefusal; storeId: string | null; domain: string | null }

/**
 * Reads the return of a browser from a shop and exchanges its code. `viewer` is the person of the browser's session, with present rights;
 * null: nobody. The state serves once, whatever the end. No store is saved, and one that has this app gets its new tokens.
 */
export async function readReturn(deps: Deps, viewer: Viewer | null, query: URLSearchParams, signal?: AbortSignal): Promise<Returned> {
  const states = query.getAll('state')
  const [state = ''] = states
  const { db } = deps.database
  const now = new Date(deps.now())
  const row = viewer?.sessionId && states.length === 1 ? await takeState(db, viewer.sessionId, hashOf(state), now) : null
  if (!viewer || !row) return { outcome: 'notBegun', storeId: null, domain: null }
  const kept = keptIn(deps, row)
  const outcome = mayStill(viewer, row) ? await exchange(deps, row, kept, query, signal) : 'notAllowed'
  if (outcome !== 'approved') await dropApproval(db, row)
  return { outcome, storeId: row.storeId, domain: kept.domain }
}

/**
 * Stores new tokens of the app that a store is connected with: by granting them, Shopify has ended the former ones, which the store would go
 * on with. That store may have been connected by another person since this approval was begun, for a new one. Returns false where there is no
 * such store, or where it has another app or later tokens. @param at when the shop granted them, in milliseconds since 1970
 */
export async function storeRenewed(
  deps: Deps,
  { storeId }: ApprovalRow,
  { app, platform, domain }: KeptApproval,
  granted: Granted,
  at: number,
): Promise<boolean> {
  const isOfShop = (row: StoreRow) => row.platform === platform && row.domain === domain
  const { db } = deps.database
  const store = storeId === null ? (await listStoreRows(db)).find(isOfShop) : await findStoreRow(db, storeId)
  if (store?.credential !== 'appGrant' || !isOfShop(store)) return false
  if (appOf(deps.vault, store)?.clientId !== app.clientId) return false
  const held = store.tokens === null ? null : openTokens(deps.vault, store.id, store.tokens)
  if (held && endsLater(held, storedTokens(granted, at))) return false
  const sealed = sealGranted(deps.vault, store.id, app, granted, at)
  return (await updateStoreRow(deps.database, store, sealed, new Date(deps.now()))) !== null
}

async function exchange(
  deps: Deps,
  row: ApprovalRow,
  kept: KeptApproval,
  query: URLSearchParams,
  signal?: AbortSignal,
): Promise<Returned['outcome']> {
  const approvals = approvalsOf(deps, kept.platform)
  const read = approvals.read(query, kept.app, kept.domain)
  if ('refused' in read) return read.refused
  try {
    const granted = await approvals.exchange(kept, kept.app, read.code, signal)
    const at = deps.now()
    const isStored = await storeRenewed(deps, row, kept, granted, at)
    const answered: KeptApproval = { ...kept, granted: { ...granted, at, isStored } }
    const sealed = deps.vault.seal(JSON.stringify(answered), boundTo(row))
    await keepGranted(deps.database.db, { ...row, sealed })
    return 'approved'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ err: error, shop: kept.domain }, 'the code of an approval was refused')
    return approvals.refusalIn(error) ?? 'unanswered'
  }
}
