import { download } from '#client/download.ts'
import type { FailureWords } from '#client/export/export-failure.ts'
import type { Steps } from '#client/export/export-run.ts'
import type { Outcome } from '#client/export/progress.ts'
import { addJob } from '#client/jobs/queries.ts'
import type { Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { exportRequest, isJob, type ExportDraft, type ExportScope } from './export-request.ts'

export const failureWords: FailureWords = { failed: messages.export.productsFailed, unanswered: messages.export.startFailed }

/** `products_export_2026-01-31.csv`, where the server names no file. */
const fallbackName = () => `products_export_${new Date().toISOString().slice(0, 10)}.csv`

type Sending = {
  draft: ExportDraft
  scope: ExportScope
  steps: Steps
  /** The call that makes a job. */
  create: (request: ReturnType<typeof exportRequest>, signal: AbortSignal) => Promise<{ job: Job }>
}

/** Carries the draft out: as a job where it is for a spreadsheet or the background, as a file at once otherwise. */
export async function sendExport({ draft, scope, steps, create }: Sending): Promise<Outcome> {
  const request = exportRequest(draft, scope)
  if (!isJob(draft)) {
    const { warning } = await download('/products/export/csv', request, { ...steps, fallbackName: fallbackName() })
    return { message: messages.export.csvDone, warning, closeAfterMs: limits.exportDoneMs }
  }
  steps.onAsked()
  const { job } = await create(request, steps.signal)
  steps.onAnswered()
  addJob(job)
  return { message: messages.export.jobCreated, warning: job.warning, closeAfterMs: limits.sheetExportDoneMs }
}
