import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { OrderSheetResponse } from '#shared/order-export.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed } from '#server/export/allowed.ts'
import { discardRun, runExport, type Attempt } from '#server/export/run.ts'
import type { Destination, ExportTask } from '#server/export/task.ts'
import { beginDirect, type DirectJob } from '#server/jobs/direct.ts'
import type { JobOutcome } from '#server/jobs/handler.ts'
import { sheetsOf } from '#server/sheets/service.ts'
import type { StoreRow } from '#server/stores/service.ts'

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
  const { type, payload, storeIds, destination } = task
  const startedAt = new Date(deps.now())
  const job = await beginDirect(
    deps,
    { type, payload, createdBy: caller.id, storeIds, needsClearing: true },
    {
      startedAt,
      hungUp: signal,
      leftMessage: messages.jobs.exportLeft,
      assertAllowed: () => assertAllowed(deps, caller.id, task, stores),
    },
  )
  const { lease } = job
  const attempt = { id: job.id, attempts: 1, createdAt: startedAt, startedAt, checkpoint: null }
  try {
    const outcome = await runExport(deps, destination, task.plan(deps, stores, lease.wait), attempt, lease)
    await job.complete(outcome)
    return answerOf(outcome)
  } catch (error) {
    const reason = job.reasonOf(error)
    await giveUp(deps, destination, attempt, job, reason)
    throw reason
  }
}

function answerOf({ sheet, warning }: JobOutcome): OrderSheetResponse {
  if (!sheet) throw new AppError('INTERNAL')
  return { sheetName: sheet.name, url: sheet.url, warning }
}

/** Writes down what happened, and takes the tab away. Where either fails, a worker makes up for it. */
async function giveUp(deps: Deps, destination: Destination, attempt: Attempt, job: DirectJob, reason: AppError) {
  try {
    // Where the record tells of a success after all, the tab stays.
    if (await job.fail(reason, job.counts())) await discardRun(deps, destination, attempt)
  } catch (error) {
    deps.log.warn({ err: error, job: attempt.id }, 'a failed export could not be cleared at once')
  }
}
