import { AppError } from '#shared/errors.ts'
import { noCounts, type JobCounts } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { Download } from '#server/procedure/download.ts'
import type { Deps } from '#server/deps.ts'
import { downloadSink } from '#server/export/download-sink.ts'
import { assertAllowed } from '#server/export/allowed.ts'
import { emptyCheckpoint, runSources, type ExportCheckpoint } from '#server/export/engine.ts'
import {
  countsOf,
  disagreements,
  forecast,
  knownLimits,
  limitsReached,
  receiptOf,
  remarksOn,
  shortfallOf,
  uncounted,
  wantedItems,
  warningOf,
} from '#server/export/receipt.ts'
import type { ExportTask, Forecast, Plan } from '#server/export/task.ts'
import { beginDirect, type DirectJob } from '#server/jobs/direct.ts'
import type { OnWait } from '#server/platforms/http.ts'
import type { StoreRow } from '#server/stores/service.ts'

type Reader = { id: string }

/** A download under way. `checkpoint` moves on with it. */
type DownloadRun = {
  plan: Plan
  seen: Promise<Forecast[]>
  output: ReturnType<typeof downloadSink>
  checkpoint: ExportCheckpoint
  signal: AbortSignal
  /** Throws why the reader may not have it (any more). */
  assertAllowed: () => Promise<void>
}

/** Pours everything out. Throws INCOMPLETE, and so breaks the transfer, where it stayed short: a short file must not pass for a whole one. */
async function runAll(run: DownloadRun) {
  const { plan, seen, output, signal } = run
  const sources = plan.parts.map((part) => part.source(signal, { byPages: true }))
  // Nothing that has left the house can be taken back.
  const keep = async (checkpoint: ExportCheckpoint) => {
    run.checkpoint = checkpoint
    await run.assertAllowed()
  }
  const counted = async () => wantedItems(plan, await seen)
  run.checkpoint = await runSources(sources, output.sink, { from: emptyCheckpoint, keep, counted, mayRollBack: false, flushesPages: true })
  const differing = await disagreements(plan, await seen, run.checkpoint, signal)
  await run.assertAllowed()
  const shortfall = shortfallOf(differing)
  if (shortfall) throw shortfall
  return remarksOn(differing)
}

/** A failure that the reader did not cause, in words; hanging up is one that they did. */
function failureOf(error: unknown, hungUp: AbortSignal): AppError {
  if (hungUp.aborted) return new AppError('JOB_CANCELLED', messages.jobs.downloadLeft)
  return error instanceof AppError ? error : new AppError('INTERNAL', undefined, { cause: error })
}

/**
 * A CSV as a stream, read page by page: the first page is fetched before this returns, so that a shop that refuses is answered with an
 * error and not with half a file. Hanging up (`signal`, or closing the body) stops the calls to the shops. A job is on record from the
 * first call to a shop on, so that it can be seen and cancelled before the first byte; it keeps the receipt.
 */
export async function downloadCsv(
  deps: Deps,
  reader: Reader,
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<Download> {
  const stop = new AbortController()
  const until = AbortSignal.any([signal, stop.signal])
  const tell: { wait: OnWait } = { wait: () => {} }
  const plan = task.plan(deps, stores, (reason) => tell.wait(reason))
  const startedAt = new Date(deps.now())
  const { type, payload, storeIds, destination } = task
  const output = downloadSink(plan.columns, destination.csv, until)
  output.body.once('close', () => stop.abort())
  const job = await beginDirect(deps, { type, payload, createdBy: reader.id, storeIds, needsClearing: false }, startedAt, (why) => {
    stop.abort(why)
    output.body.destroy(why)
  })
  tell.wait = job.wait
  const run: DownloadRun = {
    plan,
    seen: forecast(plan, until),
    output,
    checkpoint: emptyCheckpoint,
    signal: until,
    assertAllowed: () => assertAllowed(deps, reader.id, task, stores),
  }
  const done = runAll(run)
  // Met below, or when the body breaks.
  done.catch(() => {})
  const [seen] = await Promise.all([run.seen, Promise.race([output.begun, done])]).catch(async (error: unknown) => {
    stop.abort()
    await noteFailure(deps, job, failureOf(error, signal), noCounts)
    throw error
  })
  void settle(deps, { run, seen, startedAt, done, job })
  return new Download(destination.fileName(startedAt), output.body, warningOf([...knownLimits(plan, seen), ...uncounted(plan, seen)]))
}

async function noteFailure(deps: Deps, job: DirectJob, { code, message }: AppError, counts: JobCounts): Promise<void> {
  await job
    .fail(code, message, counts)
    .catch((cause: unknown) => deps.log.error({ err: cause, job: job.id }, 'a download could not be written down'))
}

type Under = { run: DownloadRun; seen: Forecast[]; startedAt: Date; done: ReturnType<typeof runAll>; job: DirectJob }

/** Ends the body with what became of it, and writes that down. The last byte goes out after the receipt is kept. */
async function settle(deps: Deps, { run, seen, startedAt, done, job }: Under) {
  const { plan, output, signal } = run
  try {
    const remarks = await done
    const limits = [...knownLimits(plan, seen), ...limitsReached(plan, seen, run.checkpoint)]
    const warning = warningOf([...limits, ...remarks])
    await output.sink.finish()
    const finished = { startedAt, finishedAt: new Date(deps.now()), sha256: output.sha256() }
    const counts = countsOf(plan, seen, run.checkpoint)
    await job.complete({ counts, receipt: receiptOf(plan, seen, run.checkpoint, finished), warning, sheet: null })
    output.body.end()
  } catch (error) {
    const failure = failureOf(error, signal)
    output.body.destroy(failure)
    await noteFailure(deps, job, failure, countsOf(plan, seen, run.checkpoint))
  }
}
