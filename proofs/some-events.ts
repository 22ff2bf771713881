// Made-up events of two stores, recorded as the product records its own.
import { sql } from 'drizzle-orm'
import type { Database } from '#drizzle/database.ts'
import { recordEvent } from '#server/events/record-repo.ts'
import { eventIdOf, type NewEvent } from '#server/events/new-event.ts'
import { endEventOf } from '#server/jobs/end-event.ts'
import { noCounts } from '#shared/jobs.ts'

/** The stores of a proof. */
export type TwoStores = { north: string; south: string }

const about = (storeId: string) => ({ storeId, storeName: 'Proof', reason: null })

/** An event of each type in turn: of one store, of the other one, and ends of jobs of both. */
export function someEvent(turn: number, { north, south }: TwoStores): NewEvent {
  const at = new Date()
  const id = crypto.randomUUID()
  const [storeId, storeIds] = ([[north, [north]] as const, [south, [south]] as const, [north, [north, south]] as const] as const)[
    Math.floor(turn / 4) % 3
  ] ?? [north, [north]]
  const job = { id, type: 'product_export', createdBy: 'nobody', storeIds } as const
  const end = { finishedAt: at, errorCode: null, errorMessage: null, counts: noCounts }
  switch (turn % 4) {
    case 0:
      return endEventOf(job, { ...end, status: 'completed' })
    case 1:
      return endEventOf(job, { ...end, status: 'failed', errorCode: 'STORE_BUSY', errorMessage: 'busy' })
    case 2:
      return { id: eventIdOf('store.failing', id, at), type: 'store.failing', at, data: { ...about(storeId), state: 'refused' } }
    default:
      return { id: eventIdOf('store.recovered', id, at), type: 'store.recovered', at, data: { ...about(storeId), state: 'connected' } }
  }
}

/** Records events in one transaction. */
export const record = ({ batch }: Database, events: readonly NewEvent[]) =>
  batch((db) => events.flatMap((event) => recordEvent(db, event, sql`1 = 1`)))
