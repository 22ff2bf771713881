import { download } from '#client/download.ts'
import type { FailureWords } from '#client/export/export-failure.ts'
import type { ExportSteps } from '#client/export/export-run.ts'
import type { ExportOutcome } from '#client/export/progress.ts'
import { addJob } from '#client/jobs/queries.ts'
import type { Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { productExportRequest, isJob, type ProductExportDraft, type ProductExportScope } from './export-request.ts'

export const productExportFailure: FailureWords = { failed: messages.export.productsFailed, unanswered: messages.export.startFailed }

/** The file name if the server sends none, such as `products_export_2026-01-31.csv`. */
const fallbackName = () => `products_export_${new Date().toISOString().slice(0, 10)}.csv`

type Sending = {
  draft: ProductExportDraft
  scope: ProductExportScope
  steps: ExportSteps
  /** Creates a job. */
  create: (request: ReturnType<typeof productExportRequest>, signal: AbortSignal) => Promise<{ job: Job }>
}

/** Runs the export of a draft. A spreadsheet or a background export becomes a job. Any other export is downloaded at once. */
export async function sendProductExport({ draft, scope, steps, create }: Sending): Promise<ExportOutcome> {
  const request = productExportRequest(draft, scope)
  if (!isJob(draft)) {
    const { result, warning } = await download('/products/export/csv', request, { ...steps, fallbackName: fallbackName() })
    return { message: messages.export.csvDone, result, warning, closeAfterMs: limits.exportDoneMs }
  }
  steps.onAsked()
  const { job } = await create(request, steps.signal)
  steps.onAnswered()
  addJob(job)
  return { message: messages.export.jobCreated, warning: job.warning, closeAfterMs: limits.sheetExportDoneMs }
}
