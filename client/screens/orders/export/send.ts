import { z } from 'zod'
import { askInSteps, download } from '#client/download.ts'
import { counted } from '#client/format/words.ts'
import type { FailureWords } from '#client/export/export-failure.ts'
import type { ExportSteps } from '#client/export/export-run.ts'
import type { ExportOutcome } from '#client/export/progress.ts'
import type { SheetAccess } from '#client/export/sheet-check.ts'
import { addJob, refreshJobs } from '#client/jobs/queries.ts'
import type { Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { OrderSheetResponse } from '#shared/order-export.ts'
import { isOrderJob, orderExportRequest, type OrderExportDraft, type OrderExportScope } from './draft.ts'

const wordings = messages.orderExport
const SheetAnswer = z.object({ data: OrderSheetResponse })

/** What a failure is called that has no better name. */
export function orderExportFailure(draft: OrderExportDraft): FailureWords {
  if (isOrderJob(draft)) return { failed: messages.export.startFailed, unanswered: messages.export.startFailed }
  if (draft.destination === 'sheet') return { failed: wordings.sheetRefused, unanswered: wordings.sheetFailed }
  return { failed: wordings.csvRefused, unanswered: wordings.csvFailed }
}

/** A warning takes longer to read. */
const done = (message: string, warning: string | null, closeAfterMs: number): ExportOutcome => ({
  message,
  warning,
  closeAfterMs: warning === null ? closeAfterMs : limits.warnedExportDoneMs,
})

type Request = ReturnType<typeof orderExportRequest>

async function intoFile(request: Request, steps: ExportSteps): Promise<ExportOutcome> {
  const fallbackName = `orders-export-${Date.now()}.csv`
  const { result, warning } = await download('/export/csv', request, { ...steps, fallbackName })
  return { ...done(wordings.csvDone, warning, limits.exportDoneMs), result }
}

async function intoSheet(request: Request, steps: ExportSteps): Promise<ExportOutcome> {
  const answer = await askInSteps('/export/sheets', request, steps)
  const { sheetName, url, rows, warning } = SheetAnswer.parse(await answer.json()).data
  return {
    ...done(wordings.sheetDone(sheetName), warning, limits.sheetExportDoneMs),
    result: { known: counted(rows, 'row'), jobId: null },
    sheetUrl: url,
  }
}

type Sending = {
  draft: OrderExportDraft
  scope: OrderExportScope
  access: SheetAccess
  steps: ExportSteps
  /** The call that makes a job. */
  create: (request: Request, signal: AbortSignal) => Promise<{ job: Job }>
}

/** Carries the draft out: as a job, as a sheet or as a file. Each leaves a record with its receipt among the jobs. */
export async function sendOrderExport({ draft, scope, access, steps, create }: Sending): Promise<ExportOutcome> {
  const request = orderExportRequest(draft, scope, access)
  if (isOrderJob(draft)) {
    steps.onAsked()
    const { job } = await create(request, steps.signal)
    steps.onAnswered()
    addJob(job)
    return done(messages.export.jobCreated, job.warning, limits.sheetExportDoneMs)
  }
  const outcome = await (draft.destination === 'sheet' ? intoSheet : intoFile)(request, steps)
  steps.onReceived()
  void refreshJobs()
  return outcome
}
