import { missingRight, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { StoreSavedResponse } from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import { keptIn, mayStill, sessionOf, storeRenewed, type KeptApproval } from '#server/stores/approval.ts'
import { dropApproval, findAnswered, type ApprovalRow } from '#server/stores/approval-repo.ts'
import { refuseLimited, testConnection } from '#server/stores/connection.ts'
import { assertFree, draftOf, savedOf, saveDraft, stateColumns } from '#server/stores/drafts.ts'
import { findStoreRow, listStoreRows, updateStoreRow, type StoreRow } from '#server/stores/repo.ts'
import { askAnew } from '#server/stores/subscriptions.ts'
import { sealGranted, type Sealed } from '#server/stores/secrets.ts'
import { stateEvent } from '#server/stores/state.ts'
import { notFound } from '#server/procedure/not-found.ts'

/**
 * An approval that the shop has granted. `seal` makes the columns of the credentials. `renew` gives its tokens to the store that has the
 * shop and the app.
 */
type Answered = {
  row: ApprovalRow
  kept: KeptApproval
  isStored: boolean
  seal: (storeId: string) => Sealed
  renew: () => Promise<boolean>
}
type Finish = { refuseIfLimited: boolean; signal?: AbortSignal }

/** The approval of this session, if the shop has granted it. Throws NOT_APPROVED. */
async function answeredIn(deps: Deps, viewer: Viewer): Promise<Answered> {
  const row = await findAnswered(deps.database.db, sessionOf(viewer), new Date(deps.now()))
  const kept = row && keptIn(deps, row)
  if (!row || !kept?.granted) throw new AppError('NOT_APPROVED')
  const { app, granted } = kept
  const { isStored, at } = granted
  const seal = (id: string) => sealGranted(deps.vault, id, app, granted, at)
  return { row, kept, isStored, seal, renew: () => storeRenewed(deps, row, kept, granted, at) }
}

/** Tests the store, and ends the approval: only one of several calls saves a store. Throws NOT_APPROVED, STORE_WITHHOLDS. */
async function tested(deps: Deps, { row }: Answered, draft: StoreRow, { refuseIfLimited, signal }: Finish) {
  const found = await testConnection(deps, draft, signal)
  if (refuseIfLimited) refuseLimited(found)
  if (!(await dropApproval(deps.database.db, row))) throw new AppError('NOT_APPROVED')
  return found
}

async function add(deps: Deps, answered: Answered, store: NonNullable<KeptApproval['store']>, finish: Finish): Promise<StoreSavedResponse> {
  const { platform, domain, name } = answered.kept
  const request = { ...store, platform, domain, name, fillFromShop: true }
  const draft = await draftOf(deps, request, answered.seal)
  try {
    assertFree(draft, await listStoreRows(deps.database.db))
    return await saveDraft(deps, draft, await tested(deps, answered, draft, finish), request)
  } catch (error) {
    // Another person has connected the shop since it granted these tokens, which has ended those that the store was saved with.
    if (!answered.isStored) await answered.renew()
    throw error
  }
}

async function replace(deps: Deps, answered: Answered, finish: Finish): Promise<StoreSavedResponse> {
  const { row, kept, isStored, seal } = answered
  const store = row.storeId === null ? null : await findStoreRow(deps.database.db, row.storeId)
  if (!store) throw notFound('Store')
  // The approval of one shop opens no other.
  if (store.domain !== kept.domain || store.platform !== kept.platform) throw new AppError('STORE_MOVED')
  const sealed = isStored ? {} : seal(store.id)
  const found = await tested(deps, answered, { ...store, ...sealed }, finish)
  const at = new Date(deps.now())
  const change = { ...sealed, ...stateColumns(deps, found.met) }
  const saved = await updateStoreRow(deps.database, store, change, at, stateEvent(store, found.met, at))
  if (!saved) throw (await findStoreRow(deps.database.db, store.id)) ? new AppError('STORE_MOVED') : notFound('Store')
  if (!isStored) await askAnew(deps, store.id)
  return savedOf(saved, found)
}

/**
 * Saves the store that its shop has approved in this session, after a test of the connection. Throws NOT_APPROVED, ACCESS_DENIED,
 * NAME_TAKEN, SHOP_TAKEN, STORE_MOVED, STORE_WITHHOLDS, NOT_FOUND and the shop's errors.
 */
export async function finishConnect(deps: Deps, viewer: Viewer, finish: Finish): Promise<StoreSavedResponse> {
  const answered = await answeredIn(deps, viewer)
  const { row, kept } = answered
  if (!mayStill(viewer, row))
    throw new AppError('ACCESS_DENIED', missingRight(row.storeId === null ? 'stores.connect' : 'stores.reconnect'))
  return kept.store === null ? replace(deps, answered, finish) : add(deps, answered, kept.store, finish)
}
