import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { StoreState } from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import type { OnAnswer } from '#server/platforms/http.ts'
import { updateState, type StoreRow } from '#server/stores/repo.ts'

/** `reason`: what is limited, or why the shop refuses. */
export type Met = { state: StoreState; reason: string | null }

const failures: Partial<Record<ErrorCode, StoreState>> = {
  STORE_REJECTED: 'refused',
  STORE_UNAVAILABLE: 'refused',
  STORE_UNREACHABLE: 'unreachable',
}

/** What a failed call says of the store; `null` where it says nothing, because the shop lets us in and merely refused this. */
export function metBy(error: unknown): Met | null {
  const state = error instanceof AppError ? failures[error.code] : undefined
  return state && error instanceof AppError ? { state, reason: state === 'refused' ? error.message : null } : null
}

/** Keeps the state that a store is found in, and since when. Credentials that were replaced meanwhile are not spoken of. */
export async function keepState({ database, now }: Deps, { id, state: before, stateReason, secrets }: StoreRow, { state, reason }: Met) {
  if (state === before && reason === stateReason) return
  const since = state === before ? {} : { stateSince: new Date(now()) }
  await updateState(database.db, { id, secrets }, { state, stateReason: reason, ...since })
}

/** The state after a call, seen from the one before. A shop that comes back is limited as it was, until a test says otherwise. */
function afterCall({ state, reason }: Met, before: Met): Met {
  if (state === 'unreachable') return { state, reason: before.state === 'refused' ? null : before.reason }
  if (state !== 'connected') return { state, reason }
  if (before.state === 'limited' || (before.state === 'unreachable' && before.reason !== null)) return { ...before, state: 'limited' }
  return { state, reason: null }
}

/** Follows the calls to a store's shop: writes nothing as long as they find it as it was. Where that fails, the call does not. */
export function followState(deps: Deps, store: StoreRow): OnAnswer {
  let known = store
  return async (error) => {
    const met: Met | null = error === null ? { state: 'connected', reason: null } : metBy(error)
    if (met === null) return
    const before: Met = { state: known.state ?? 'connected', reason: known.stateReason }
    const { state, reason } = afterCall(met, before)
    const from = known
    known = { ...known, state, stateReason: reason }
    try {
      await keepState(deps, from, { state, reason })
    } catch (cause) {
      deps.log.warn({ err: cause, store: store.id }, 'a store’s state could not be kept')
    }
  }
}
