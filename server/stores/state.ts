import { AppError, type ErrorCode } from '#shared/errors.ts'
import { failingStates, type StoreState } from '#shared/stores.ts'
import type { Deps } from '#server/deps.ts'
import { eventIdOf, type NewEvent } from '#server/events/new-event.ts'
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

const isFailing = (state: StoreState | null) => failingStates.some((failing) => failing === state)

/** The event that tells a change of state. null: the shop answers as it did before, or fails as it did before. */
export function stateEvent({ id, name, state: before }: StoreRow, { state, reason }: Met, at: Date): NewEvent | null {
  if (isFailing(before) === isFailing(state)) return null
  const type = isFailing(state) ? 'store.failing' : 'store.recovered'
  return { id: eventIdOf(type, id, at), type, at, data: { storeId: id, storeName: name, state, reason } }
}

/** Saves a changed state and its start time, and records the event. Does nothing where the credentials were replaced in the meantime. */
export async function keepState({ database, now }: Deps, store: StoreRow, met: Met) {
  const { state, reason } = met
  if (state === store.state && reason === store.stateReason) return
  const at = new Date(now())
  const since = state === store.state ? {} : { stateSince: at }
  await updateState(database, store, { state, stateReason: reason, ...since }, stateEvent(store, met, at))
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
