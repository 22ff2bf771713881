import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Deps } from '#server/deps.ts'
import type { Item } from '#server/export/engine.ts'
import { rowLine } from '#server/export/row-text.ts'
import type { JobOutcome } from '#server/jobs/handler.ts'
import type { JobRow } from '#server/jobs/row.ts'
import type { Cell } from '#server/rows/csv.ts'
import {
  beginMemory,
  deliveredDigests,
  deliverMemory,
  findMemory,
  forgetItems,
  hasWritten,
  noteItems,
  noteWritten,
  unmetItems,
  type MemoryRow,
} from '#server/schedules/memory-repo.ts'
import { findSchedule } from '#server/schedules/repo.ts'

/** Ids of platforms are whole numbers of up to 19 digits. */
const sortable = (id: string): string => id.padStart(20, '0')
const idOf = (itemId: string): string => BigInt(itemId).toString()

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const digestOf = (rows: readonly Cell[][]): string => hashOf(rows.map(rowLine).join(''))

/** An item that was delivered, with the cells that name it. */
export type Known = { id: string; named: readonly Cell[] }

/**
 * What a schedule has delivered, seen from one of its runs. It notes what the run is about to deliver, which counts as delivered in the
 * transaction that ends the job as completed.
 */
export type Memory = {
  /** The run reads what changed at this time or later. null: everything. */
  since: Date | null
  includeDeleted: boolean
  /** Whether there may be rows of items that were deleted since. */
  seeksDeleted: boolean
  /** Whether the run begins, so that an earlier attempt's checkpoint says nothing. */
  isNew: boolean
  /** Notes items, and takes the rows from those that were delivered with the same rows. `nameOf`: the cells that name an item. */
  sift(storeId: string, items: readonly Item[], nameOf: (item: Item) => readonly Cell[]): Promise<Item[]>
  /** The next items that were delivered, or written into a sheet, and that the run has not met, in ascending order. */
  unmet(storeId: string, after: string | null, most: number): Promise<Known[]>
  /** Notes that items are about to be delivered as deleted. */
  noteDeleted(storeId: string, ids: readonly string[]): Promise<void>
  /** Notes that the items are about to be written into a team's sheet, which shows them from then on, whatever becomes of the run. */
  noteWritten(): Promise<void>
  /** Forgets what was noted after an item. null: all of it. */
  rewind(storeId: string, part: 'items' | 'deleted', after: string | null): Promise<void>
  /** Throws CONFLICT where another run has begun meanwhile. */
  assertCurrent(): Promise<void>
  along: NonNullable<JobOutcome['along']>
}

type Beginning = { scheduleId: string; includeDeleted: boolean; isLost: () => Promise<boolean> }

async function beginning({ database, now }: Deps, job: Pick<JobRow, 'id' | 'payload'>, { scheduleId, includeDeleted, isLost }: Beginning) {
  const request = hashOf(JSON.stringify([job.payload, includeDeleted]))
  const last = await findMemory(database.db, scheduleId)
  const since = last?.request === request && !(await isLost()) ? new Date(last.readFrom.getTime() - scheduleLimits.overlapMs) : null
  const row: MemoryRow = { scheduleId, jobId: job.id, request, readFrom: new Date(now()), since, includeDeleted }
  await beginMemory(database, row)
  return row
}

async function memoryOf({ database: { db } }: Deps, row: MemoryRow, isNew: boolean): Promise<Memory> {
  const { scheduleId, jobId, since, includeDeleted } = row
  return {
    since,
    includeDeleted,
    seeksDeleted: includeDeleted && (since !== null || (await hasWritten(db, scheduleId))),
    isNew,
    async sift(storeId, items, nameOf) {
      const noted = items.map((item) => ({
        itemId: sortable(item.id),
        digest: digestOf(item.rows),
        named: includeDeleted ? [...nameOf(item)] : null,
      }))
      const ids = noted.map(({ itemId }) => itemId)
      const known = since === null ? new Map<string, string>() : await deliveredDigests(db, scheduleId, storeId, ids)
      await noteItems(db, row, storeId, noted, false)
      return items.map((item, index) => {
        const { itemId, digest } = noted[index] ?? {}
        return itemId !== undefined && known.get(itemId) === digest ? { ...item, rows: [] } : item
      })
    },
    async unmet(storeId, after, most) {
      const found = await unmetItems(db, row, storeId, after === null ? null : sortable(after), most)
      return found.map(({ itemId, named }) => ({ id: idOf(itemId), named: named ?? [] }))
    },
    async noteDeleted(storeId, ids) {
      const items = ids.map((id) => ({ itemId: sortable(id), digest: '', named: null }))
      await noteItems(db, row, storeId, items, true)
    },
    noteWritten: async () => (includeDeleted ? noteWritten(db, row) : undefined),
    rewind: (storeId, part, after) => forgetItems(db, row, storeId, part === 'deleted', after === null ? null : sortable(after)),
    async assertCurrent() {
      if (!(await findMemory(db, scheduleId, jobId))) throw new AppError('CONFLICT', scheduleMessages.overtaken)
    },
    along: (tx) => deliverMemory(tx, row),
  }
}

/**
 * The memory of a schedule for its job. null: the job delivers everything, or its schedule is gone.
 * @param isLost whether what was delivered is gone from its destination, so that everything is delivered again
 */
export async function openMemory(deps: Deps, job: JobRow, isLost: () => Promise<boolean>): Promise<Memory | null> {
  const { scheduleId, changes } = job
  if (scheduleId === null || changes === null) return null
  const { db } = deps.database
  if (!(await findSchedule(db, scheduleId))) return null
  const begun = job.checkpoint === null ? null : await findMemory(db, scheduleId, job.id)
  if (begun) return memoryOf(deps, begun, false)
  return memoryOf(deps, await beginning(deps, job, { scheduleId, includeDeleted: changes.includeDeleted, isLost }), true)
}
