import type { AppError } from '#shared/errors.ts'
import { noCounts, type JobCounts } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { Download } from '#server/procedure/download.ts'
import { destinationMessages } from '#shared/destination-messages.ts'
import type { Deps } from '#server/deps.ts'
import { downloadSink } from '#server/export/download-sink.ts'
import { assertAllowed } from '#server/export/allowed.ts'
import { emptyCheckpoint, type ExportCheckpoint } from '#server/export/engine.ts'
import { countsOf, forecast, knownLimits, uncounted, warningOf } from '#server/export/receipt.ts'
import { outcomeOf, runPlan, type PlanResult } from '#server/export/run-plan.ts'
import { summaryOf } from '#server/export/summary.ts'
import { fileNameOf } from '#server/export/sinks.ts'
import type { ExportTask, Forecast, Heading, Plan } from '#server/export/task.ts'
import { beginDirect, type DirectJob, type NewDirect } from '#server/jobs/direct.ts'
import { traced } from '#server/logs/trace.ts'
import type { StoreRow } from '#server/stores/service.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** A running download. `checkpoint` advances with it. */
type DownloadRun = {
  plan: Plan
  heading: Heading
  job: DirectJob
  output: ReturnType<typeof downloadSink>
  startedAt: Date
  forecasts: Promise<readonly Forecast[]>
  checkpoint: ExportCheckpoint
}

/** Downloads use pages, because a bulk operation sends nothing for minutes. */
const byPages = () => ({ byPages: true })

/**
 * Runs the whole plan. Throws INCOMPLETE where items are missing. This breaks the transfer, so that an incomplete file does not look
 * complete.
 */
async function runWhole(run: DownloadRun): Promise<PlanResult> {
  const { plan, heading, job, output, forecasts } = run
  // Rows that were sent cannot be rolled back.
  const mayRollBack = false
  async function keep(checkpoint: ExportCheckpoint) {
    run.checkpoint = checkpoint
    await job.lease.assertAllowed()
  }
  const result = await runPlan(
    { plan, heading, forecasts, readingOf: byPages, lease: job.lease, from: emptyCheckpoint, keep, mayRollBack, flushesPages: true },
    output.sink,
  )
  if (result.shortfall) throw result.shortfall
  return result
}

/**
 * Streams a CSV, which is read page by page. The first page is fetched before this returns, so that a shop's refusal is an error answer and
 * not an incomplete file. If the reader leaves (`signal`, or closing the body), the calls to the shops are aborted. The job record exists
 * from the first call to a shop on, so that the download is visible and can be cancelled before the first byte. It also stores the receipt.
 */
export async function downloadCsv(
  deps: Deps,
  reader: { id: string },
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<Download> {
  const id = crypto.randomUUID()
  return traced({ job: id, stores: task.storeIds }, () => download(deps, { id, createdBy: reader.id }, stores, task, signal))
}

async function download(
  deps: Deps,
  record: Pick<NewDirect, 'id' | 'createdBy'>,
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<Download> {
  const { type, payload, storeIds, destination } = task
  // Refuses an impossible request at once, without a record.
  task.plan(deps, stores)
  if (task.delivery) refuseField('destinationId', destinationMessages.onlyJobs)
  const startedAt = new Date(deps.now())
  const closed = new AbortController()
  const job = await beginDirect(
    deps,
    { ...record, type, payload, request: await summaryOf(deps, task), storeIds, needsClearing: false },
    {
      startedAt,
      hungUp: signal,
      closed: closed.signal,
      leftMessage: messages.jobs.downloadLeft,
      assertAllowed: () => assertAllowed(deps, record.createdBy, task, stores),
    },
  )
  const { lease } = job
  const plan = task.plan(deps, stores, { onWait: lease.wait })
  async function giveUp(error: unknown): Promise<never> {
    const reason = job.reasonOf(error)
    closed.abort()
    await noteFailure(deps, job, reason, noCounts)
    throw error
  }
  const heading = await plan.heading(lease.signal).catch(giveUp)
  const fileName = fileNameOf(destination, startedAt)
  const output = downloadSink(fileName, heading.columns, destination.csv, lease.signal)
  output.body.once('close', () => closed.abort())
  lease.signal.addEventListener('abort', () => output.body.destroy(job.reasonOf(lease.signal.reason)), { once: true })
  const forecasts = forecast(plan, lease.signal)
  const run: DownloadRun = { plan, heading, job, output, startedAt, forecasts, checkpoint: emptyCheckpoint }
  const whole = runWhole(run)
  // Handled below, or when the body fails.
  whole.catch(() => {})
  const [seen] = await Promise.all([forecasts, Promise.race([output.begun, whole])]).catch(giveUp)
  void settle(deps, run, whole, seen)
  return new Download(fileName, output.body, warningOf([...knownLimits(plan, seen), ...uncounted(plan, seen)]), null, job.id)
}

async function noteFailure(deps: Deps, job: DirectJob, reason: AppError, counts: JobCounts): Promise<void> {
  await job.fail(reason, counts).catch((cause: unknown) => deps.log.error({ err: cause }, 'a download could not be written down'))
}

/** Ends the body and records the result. The body ends only after the receipt is stored. */
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
