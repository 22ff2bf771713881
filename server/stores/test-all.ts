import type { ShopDeps } from '#server/deps.ts'
import { differencesOf, testConnection } from '#server/stores/connection.ts'
import { listStoreRows, type StoreRow } from '#server/stores/repo.ts'
import { AppError } from '#shared/errors.ts'

/** The connection test of one store. `failure`: why its shop did not accept it. `remarks`: what the shop withholds, and where it differs. */
export type StoreTest = { store: string; failure: string | null; remarks: string[] }

async function testOf(deps: ShopDeps, store: StoreRow, signal: AbortSignal): Promise<StoreTest> {
  try {
    const { facts } = await testConnection(deps, store, signal)
    const differences = differencesOf(store, facts).map(({ message }) => message)
    return { store: store.name, failure: null, remarks: [...facts.limits, ...differences] }
  } catch (error) {
    const told = error instanceof AppError ? error.message : 'Its stored credentials cannot be used.'
    return { store: store.name, failure: signal.aborted ? 'The shop did not answer in time.' : told, remarks: [] }
  }
}

/** Tests all active stores in parallel. Unlike a test by a person, it saves no state and no events. */
export async function testActiveStores(deps: ShopDeps, signal: AbortSignal): Promise<StoreTest[]> {
  const stores = await listStoreRows(deps.database.db)
  return Promise.all(stores.filter(({ active }) => active).map((store) => testOf(deps, store, signal)))
}
