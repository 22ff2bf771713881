import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { findStores, type StoreRow } from '#server/stores/service.ts'

/** What a shop answers to credentials that it does not accept, or that open too little. */
const refusals: ReadonlySet<ErrorCode> = new Set(['STORE_REJECTED', 'STORE_LACKS_SCOPE'])

/**
 * Whether a shop has refused the credentials of an attempt while its store got others, so that another attempt may go on. `before`: the stores
 * at the start of the attempt. Credentials that are saved again count as others. Renewed tokens do not.
 */
export async function isReconnected(deps: Deps, before: readonly StoreRow[], error: unknown): Promise<boolean> {
  if (!(error instanceof AppError) || !refusals.has(error.code)) return false
  const now = await findStores(
    deps,
    before.map(({ id }) => id),
  )
  return before.some(({ id, secrets }) => now.some((row) => row.id === id && row.secrets !== secrets))
}
