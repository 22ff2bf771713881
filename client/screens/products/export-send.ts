import { z } from 'zod'
import { download } from '#client/download.ts'
import type { Steps } from '#client/export/export-run.ts'
import type { Outcome } from '#client/export/progress.ts'
import { addJob } from '#client/jobs/queries.ts'
import { postRest } from '#client/rest.ts'
import { JobResponse, type Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { exportRequest, isJob, type ExportDraft, type ExportScope } from './export-request.ts'

/** `products_export_2026-01-31.csv`, where the server names no file. */
const fallbackName = () => `products_export_${new Date().toISOString().slice(0, 10)}.csv`

const Made = z.object({ data: JobResponse })

/** Random enough to be nobody else's; `randomUUID` is missing where the product is opened without TLS. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

type Sending = { draft: ExportDraft; scope: ExportScope; steps: Steps }

/**
 * Carries drafts out: as a job where it is for a spreadsheet or the background, as a file at once otherwise. A request that is
 * sent again because no answer came carries the same Idempotency-Key, so that one job is made of it.
 */
export function createSender(): (sending: Sending) => Promise<Outcome> {
  let sent = { body: '', key: '' }

  async function makeJob(request: object): Promise<Job> {
    const body = JSON.stringify(request)
    if (sent.body !== body) sent = { body, key: newKey() }
    const answer = await postRest('/products/export', request, undefined, { 'idempotency-key': sent.key })
    sent = { body: '', key: '' }
    return Made.parse(await answer.json()).data.job
  }

  return async ({ draft, scope, steps }) => {
    const request = exportRequest(draft, scope)
    if (!isJob(draft)) {
      const { warning } = await download('/products/export/csv', request, { ...steps, fallbackName: fallbackName() })
      return { message: messages.export.csvDone, warning, closeAfterMs: limits.exportDoneMs }
    }
    steps.onAsked()
    const job = await makeJob(request)
    steps.onAnswered()
    addJob(job)
    return { message: messages.export.jobCreated, warning: job.warning, closeAfterMs: limits.sheetExportDoneMs }
  }
}
