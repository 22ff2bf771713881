import { AppError } from '#shared/errors.ts'
import { noCounts, type JobCounts } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { OrderSheetResponse } from '#shared/order-export.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed } from '#server/export/allowed.ts'
import { discardRun, runExport, type Attempt } from '#server/export/run.ts'
import type { Destination, ExportTask } from '#server/export/task.ts'
import { beginDirect, type DirectJob } from '#server/jobs/direct.ts'
import type { JobLease, JobOutcome } from '#server/jobs/handler.ts'
import { sheetsOf } from '#server/sheets/service.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** Why it ended, in words: the caller left, somebody cancelled it, or what went wrong. */
function failureOf(error: unknown, hungUp: AbortSignal, lost: AbortSignal): AppError {
  if (hungUp.aborted) return new AppError('JOB_CANCELLED', messages.jobs.exportLeft)
  const reason: unknown = lost.aborted ? lost.reason : error
  return reason instanceof AppError ? reason : new AppError('INTERNAL', undefined, { cause: reason })
}

/** A lease on a job that nobody but this call works on: it ends with the caller, or when the record is cancelled. */
function openLease(mayGoOn: () => Promise<void>, job: DirectJob, signal: AbortSignal): JobLease & { counts(): JobCounts } {
  let counts: JobCounts = noCounts
  return {
    signal,
    assertAllowed: mayGoOn,
    counts: () => counts,
    async save(progress) {
      await mayGoOn()
      counts = progress.counts
      await job.advance({ counts, progress: Math.min(99, progress.progress) })
    },
    wait: (reason) => job.wait(reason),
  }
}

/**
 * Writes an export into a new tab while the caller waits: shops and Google may take minutes over a large one. Hanging up (`signal`) ends it,
 * and so does losing the right to it. It leaves a job with its receipt; one that fails leaves no tab. Throws what shops and Google throw.
 */
export async function exportToSheet(
  deps: Deps,
  caller: { id: string },
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<OrderSheetResponse> {
  // Refuses at once, and without a record, what nobody can do.
  sheetsOf(deps)
  task.plan(deps, stores)
  const lost = new AbortController()
  const { type, payload, storeIds, destination } = task
  const startedAt = new Date(deps.now())
  const record = { type, payload, createdBy: caller.id, storeIds, needsClearing: true }
  const job = await beginDirect(deps, record, startedAt, (why) => lost.abort(why))
  const attempt = { id: job.id, attempts: 1, createdAt: startedAt, startedAt, checkpoint: null }
  const lease = openLease(() => assertAllowed(deps, caller.id, task, stores), job, AbortSignal.any([signal, lost.signal]))
  try {
    const plan = task.plan(deps, stores, (reason) => lease.wait(reason))
    const outcome = await runExport(deps, destination, plan, attempt, lease)
    await job.complete(outcome)
    return answerOf(outcome)
  } catch (error) {
    const failure = failureOf(error, signal, lost.signal)
    await giveUp(deps, destination, attempt, job, failure, lease.counts())
    throw failure
  }
}

function answerOf({ sheet, warning }: JobOutcome): OrderSheetResponse {
  if (!sheet) throw new AppError('INTERNAL')
  return { sheetName: sheet.name, url: sheet.url, warning }
}

/** Writes down what happened, and takes the tab away. Where either fails, a worker makes up for it. */
async function giveUp(deps: Deps, destination: Destination, attempt: Attempt, job: DirectJob, failure: AppError, counts: JobCounts) {
  try {
    // Where the record tells of a success after all, the tab stays.
    if (await job.fail(failure.code, failure.message, counts)) await discardRun(deps, destination, attempt)
  } catch (error) {
    deps.log.warn({ err: error, job: attempt.id }, 'a failed export could not be cleared at once')
  }
}
