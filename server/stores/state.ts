import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { StoreState } from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import type { OnAnswer } from '#server/platforms/http.ts'
import { updateState, type StoreRow } from '#server/stores/repo.ts'

/** `reason`: the limits, or the reason of the shop's refusal. */
export type Met = { state: StoreState; reason: string | null }

const failures: Partial<Record<ErrorCode, StoreState>> = {
  STORE_REJECTED: 'refused',
  STORE_UNAVAILABLE: 'refused',
  STORE_UNREACHABLE: 'unreachable',
}

/** The state that a failed call shows. `null`: none, because the shop accepted the credentials and refused only this call. */
export function metBy(error: unknown): Met | null {
  const state = error instanceof AppError ? failures[error.code] : undefined
  return state && error instanceof AppError ? { state, reason: state === 'refused' ? error.message : null } : null
}

/** Saves a changed state and its start time. Does nothing where the credentials were replaced in the meantime. */
export async function keepState({ database, now }: Deps, { id, state: before, stateReason, secrets }: StoreRow, { state, reason }: Met) {
  if (state === before && reason === stateReason) return
  const since = state === before ? {} : { stateSince: new Date(now()) }
  await updateState(database.db, { id, secrets }, { state, stateReason: reason, ...since })
}

/** The state after a call. A limited shop that is reachable again stays limited, until a test finds otherwise. */
function afterCall({ state, reason }: Met, before: Met): Met {
  if (state === 'unreachable') return { state, reason: before.state === 'refused' ? null : before.reason }
  if (state !== 'connected') return { state, reason }
  if (before.state === 'limited' || (before.state === 'unreachable' && before.reason !== null)) return { ...before, state: 'limited' }
  return { state, reason: null }
}

/** Saves the state that calls to a store's shop show, and writes only changes. A failure to save does not fail the call. */
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
