import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { OrderSheetResponse } from '#shared/order-export.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed } from '#server/export/allowed.ts'
import { discardRun, runExport, type Attempt } from '#server/export/run.ts'
import { summaryOf } from '#server/export/summary.ts'
import type { ExportOutput, ExportTask } from '#server/export/task.ts'
import { beginDirect, type DirectJob, type NewDirect } from '#server/jobs/direct.ts'
import { traced } from '#server/logs/trace.ts'
import type { JobOutcome } from '#server/jobs/handler.ts'
import { assertSheets } from '#server/sheets/service.ts'
import type { StoreRow } from '#server/stores/service.ts'

/**
 * Writes an export into a new sheet while the caller waits. Shops and Google may take minutes for a large one. The export ends when the
 * caller disconnects (`signal`) or loses the right to it. It always leaves a job with a receipt, and a failed export leaves no sheet.
 * Throws the errors of shops and Google.
 */
export async function exportToSheet(
  deps: Deps,
  caller: { id: string },
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<OrderSheetResponse> {
  const id = crypto.randomUUID()
  return traced({ job: id, stores: task.storeIds }, () => writeSheet(deps, { id, createdBy: caller.id }, stores, task, signal))
}

async function writeSheet(
  deps: Deps,
  record: Pick<NewDirect, 'id' | 'createdBy'>,
  stores: readonly StoreRow[],
  task: ExportTask,
  signal: AbortSignal,
): Promise<OrderSheetResponse> {
  // Refuses an impossible request at once, without a record.
  await assertSheets(deps)
  task.plan(deps, stores)
  const { type, payload, storeIds, destination } = task
  const startedAt = new Date(deps.now())
  const job = await beginDirect(
    deps,
    { ...record, type, payload, request: await summaryOf(deps, task), storeIds, needsClearing: true },
    {
      startedAt,
      hungUp: signal,
      leftMessage: messages.jobs.exportLeft,
      assertAllowed: () => assertAllowed(deps, record.createdBy, task, stores),
    },
  )
  const { lease } = job
  const attempt = { id: job.id, attempts: 1, createdAt: startedAt, startedAt, checkpoint: null, scheduleId: null }
  try {
    const outcome = await runExport(deps, destination, task.plan(deps, stores, { onWait: lease.wait }), attempt, lease)
    await job.complete(outcome)
    return answerOf(outcome)
  } catch (error) {
    const reason = job.reasonOf(error)
    await giveUp(deps, destination, attempt, job, reason)
    throw reason
  }
}

function answerOf({ sheet, counts, warning }: JobOutcome): OrderSheetResponse {
  if (!sheet) throw new AppError('INTERNAL')
  return { sheetName: sheet.name, url: sheet.url, rows: counts.written, warning }
}

/** Records the failure and removes the sheet. Where either fails, a worker repeats it later. */
async function giveUp(deps: Deps, destination: ExportOutput, attempt: Attempt, job: DirectJob, reason: AppError) {
  try {
    // The sheet stays if the record says that the export succeeded.
    const left = (await job.fail(reason, job.counts())) ? await discardRun(deps, destination, attempt) : null
    if (left !== null) deps.log.warn({ left }, 'a failed export left something that people have to look at')
  } catch (error) {
    deps.log.warn({ err: error }, 'a failed export could not be cleared at once')
  }
}
