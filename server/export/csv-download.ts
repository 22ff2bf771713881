import type { AppError } from '#shared/errors.ts'
import { noCounts, type JobCounts } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { Download } from '#server/procedure/download.ts'
import type { Deps } from '#server/deps.ts'
import { downloadSink } from '#server/export/download-sink.ts'
import { assertAllowed } from '#server/export/allowed.ts'
import { emptyCheckpoint, type ExportCheckpoint } from '#server/export/engine.ts'
import { countsOf, forecast, knownLimits, uncounted, warningOf } from '#server/export/receipt.ts'
import { outcomeOf, runPlan, type PlanResult } from '#server/export/run-plan.ts'
import type { ExportTask, Forecast, Plan } from '#server/export/task.ts'
import { beginDirect, type DirectJob } from '#server/jobs/direct.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** A download under way. `checkpoint` moves on with it. */
type DownloadRun = {
  plan: Plan
  job: DirectJob
  output: ReturnType<typeof downloadSink>
  startedAt: Date
  forecasts: Promise<readonly Forecast[]>
  checkpoint: ExportCheckpoint
}

/** A bulk operation sends nothing for minutes. */
const byPages = () => ({ byPages: true })

/** Runs the whole plan. Throws INCOMPLETE, and so breaks the transfer, where it stayed short: a short file must not pass for a whole one. */
async function runWhole(run: DownloadRun): Promise<PlanResult> {
  const { plan, job, output, forecasts } = run
  // What was sent cannot be rolled back.
  const mayRollBack = false
  async function keep(checkpoint: ExportCheckpoint) {
    run.checkpoint = checkpoint
    await job.lease.assertAllowed()
  }
  const result = await runPlan(
    { plan, forecasts, readingOf: byPages, lease: job.lease, from: emptyCheckpoint, keep, mayRollBack, flushesPages: true },
    output.sink,
  )
  if (result.shortfall) throw result.shortfall
  return result
}

/**
 * A CSV as a stream, read page by page. The first page is fetched before this returns, so that a shop's refusal is an error answer and not
 * half a file. Leaving (`signal`, or closing the body) aborts the calls to the shops. A job record exists from the first call to a shop, so
 * that the download is visible and can be cancelled before the first byte. It also stores the receipt.
 */
export async function downloadCsv(
  deps: Deps,
  reader: { id: string },
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<Download> {
  const { type, payload, storeIds, destination } = task
  // Refuses at once, and without a record, what nobody can do.
  task.plan(deps, stores)
  const startedAt = new Date(deps.now())
  const closed = new AbortController()
  const job = await beginDirect(
    deps,
    { type, payload, createdBy: reader.id, storeIds, needsClearing: false },
    {
      startedAt,
      hungUp: signal,
      closed: closed.signal,
      leftMessage: messages.jobs.downloadLeft,
      assertAllowed: () => assertAllowed(deps, reader.id, task, stores),
    },
  )
  const { lease } = job
  const plan = task.plan(deps, stores, lease.wait)
  const output = downloadSink(plan.columns, destination.csv, lease.signal)
  output.body.once('close', () => closed.abort())
  lease.signal.addEventListener('abort', () => output.body.destroy(job.reasonOf(lease.signal.reason)), { once: true })
  const forecasts = forecast(plan, lease.signal)
  const run: DownloadRun = { plan, job, output, startedAt, forecasts, checkpoint: emptyCheckpoint }
  const whole = runWhole(run)
  // Met below, or when the body breaks.
  whole.catch(() => {})
  const [seen] = await Promise.all([forecasts, Promise.race([output.begun, whole])]).catch(async (error: unknown) => {
    const reason = job.reasonOf(error)
    closed.abort()
    await noteFailure(deps, job, reason, noCounts)
    throw error
  })
  void settle(deps, run, whole, seen)
  return new Download(destination.fileName(startedAt), output.body, warningOf([...knownLimits(plan, seen), ...uncounted(plan, seen)]))
}

async function noteFailure(deps: Deps, job: DirectJob, reason: AppError, counts: JobCounts): Promise<void> {
  await job
    .fail(reason, counts)
    .catch((cause: unknown) => deps.log.error({ err: cause, job: job.id }, 'a download could not be written down'))
}

/** Ends the body with what became of it, and writes that down. The last byte goes out after the receipt is kept. */
async function settle(deps: Deps, run: DownloadRun, whole: Promise<PlanResult>, forecasts: readonly Forecast[]) {
  const { plan, job, output, startedAt } = run
  try {
    const result = await whole
    await job.complete(outcomeOf(deps, result, await output.sink.finish(), startedAt))
    output.body.end()
  } catch (error) {
    const reason = job.reasonOf(error)
    output.body.destroy(reason)
    await noteFailure(deps, job, reason, countsOf(plan, forecasts, run.checkpoint))
  }
}
