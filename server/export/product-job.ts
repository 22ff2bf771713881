import { z } from 'zod'
import { can } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { ProductExportRequest } from '#shared/export.ts'
import { jobPolicies } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { findPerson } from '#server/auth/viewer.ts'
import type { Deps } from '#server/deps.ts'
import { beginning, pour, Reached } from '#server/export/engine.ts'
import {
  countsOf,
  disagreement,
  fileNameOf,
  forecast,
  knownLimits,
  productExport,
  receiptOf,
  sourceOf,
  warningOf,
  type Forecast,
  type ProductExport,
} from '#server/export/product-export.ts'
import { PlaceLost } from '#server/export/sink.ts'
import { sinkFor } from '#server/export/sinks.ts'
import type { Hold, Kind, Outcome } from '#server/jobs/kind.ts'
import type { JobRow } from '#server/jobs/row.ts'
import { findStore } from '#server/stores/service.ts'

/** What one attempt leaves to the next. The forecast is made once, so that all attempts mean the same by "expected". */
const Checkpoint = z.object({
  reached: Reached,
  seen: z.object({ matched: z.int().nullable(), unknown: z.array(z.string()).readonly() }),
})
type Checkpoint = z.infer<typeof Checkpoint>

const checkpointOf = ({ checkpoint }: JobRow): Checkpoint | null => (checkpoint === null ? null : Checkpoint.parse(checkpoint))

function percent({ request }: ProductExport, { matched }: Forecast, { items }: Reached): number {
  return matched === null ? 0 : Math.floor((100 * items) / Math.max(1, Math.min(matched, request.config.maxItemsPerFile)))
}

async function planFor(deps: Deps, request: ProductExportRequest, hold: Hold) {
  const store = await findStore(deps, request.storeId)
  if (!store) throw new AppError('NOT_FOUND', messages.jobs.storeGone)
  if (!store.active) throw new AppError('STORE_INACTIVE')
  return productExport(deps, store, request, (reason) => hold.wait(reason))
}

/** Opens the sink where the last attempt left it, or from the beginning where nothing of that is left. */
async function openSink(deps: Deps, plan: ProductExport, job: JobRow, hold: Hold, { seen, reached }: Checkpoint) {
  const { fields: columns, maxItemsPerFile: most } = plan.request.config
  const expectedItems = seen.matched === null ? null : Math.min(seen.matched, most)
  const start = { key: job.id, attempt: job.attempts, columns, createdAt: job.createdAt, expectedItems, ...hold }
  const sink = sinkFor(deps, plan.request, fileNameOf(job.createdAt))
  try {
    return { sink: await sink.open({ ...start, place: reached.place }), from: reached }
  } catch (error) {
    if (!(error instanceof PlaceLost)) throw error
    return { sink: await sink.open({ ...start, place: null }), from: beginning }
  }
}

async function runExport(deps: Deps, job: JobRow, hold: Hold): Promise<Outcome> {
  const plan = await planFor(deps, ProductExportRequest.parse(job.payload), hold)
  const { signal } = hold
  const kept = checkpointOf(job) ?? { seen: await forecast(plan, signal), reached: beginning }
  const { seen } = kept
  const { sink, from } = await openSink(deps, plan, job, hold, kept)
  try {
    const reached = await pour(sourceOf(plan, signal), sink, from, (so) =>
      hold.save({ checkpoint: { reached: so, seen }, counts: countsOf(plan, seen, so), progress: percent(plan, seen, so) }),
    )
    const differs = await disagreement(plan, seen, reached, signal)
    signal.throwIfAborted()
    const { file, sheet = null, notes } = await sink.finish()
    const times = { startedAt: job.startedAt ?? job.createdAt, finishedAt: new Date(deps.now()) }
    return {
      counts: countsOf(plan, seen, reached),
      receipt: receiptOf(plan, seen, reached, { ...times, sha256: file?.sha256 ?? null }),
      warning: warningOf([...knownLimits(plan, seen), ...(differs ? [differs.message] : []), ...notes]),
      files: file ? [{ ...file, rows: reached.rows }] : [],
      sheet,
    }
  } finally {
    await sink.close()
  }
}

/** Product exports as jobs. */
export function productExportKind(deps: Deps): Kind {
  return {
    async obstacle({ createdBy, type, payload }) {
      const { storeId } = ProductExportRequest.parse(payload)
      const person = await findPerson(deps, createdBy)
      return person && can(person, jobPolicies[type], storeId) ? null : messages.jobs.rightLost
    },
    run: (job, hold) => runExport(deps, job, hold),
    async discard(job) {
      const request = ProductExportRequest.parse(job.payload)
      const run = { key: job.id, attempt: job.attempts }
      await sinkFor(deps, request, fileNameOf(job.createdAt)).discard(run, checkpointOf(job)?.reached.place ?? null)
    },
  }
}
