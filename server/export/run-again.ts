import { z } from 'zod'
import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Job, JobRequestResponse, JobRetryRequest } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { Deps } from '#server/deps.ts'
import { startExport } from '#server/export/service.ts'
import type { ExportTask } from '#server/export/task.ts'
import { tasks } from '#server/export/tasks.ts'
import type { JobRow } from '#server/jobs/row.ts'
import { ownedJobFor, retryJob } from '#server/jobs/service.ts'
import { findStores, type StoreRow } from '#server/stores/service.ts'

const Request = z.record(z.string(), z.unknown())

function taskOf({ type, payload }: Pick<JobRow, 'type' | 'payload'>): ExportTask {
  try {
    return tasks[type](payload)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new AppError('CONFLICT', messages.jobs.cannotRun, { cause: error })
  }
}

/** The stores in the task's order. An inactive store is not found, as for the export call. */
async function storesOf(deps: Deps, { storeIds }: Pick<ExportTask, 'storeIds'>): Promise<StoreRow[]> {
  const rows = await findStores(deps, storeIds)
  return storeIds.map((id) => {
    const store = rows.find((row) => row.id === id)
    if (!store) throw new AppError('NOT_FOUND', messages.jobs.storeGone)
    if (!store.active) throw new AppError('NOT_FOUND', messages.jobs.storeInactive(store.name))
    return store
  })
}

/** The request of a job. Throws NOT_FOUND, ACCESS_DENIED, and CONFLICT where this version cannot read it. */
export async function requestOfJob(deps: Deps, viewer: Viewer, id: string): Promise<JobRequestResponse> {
  const job = await ownedJobFor(deps, viewer, id)
  return { type: job.type, request: Request.parse(taskOf(job).payload), inBackground: !job.isDirect }
}

/**
 * Runs the request of a job as a new job of the viewer, whoever made the first one and however it ended. It takes the rights of the export
 * call. Throws the errors of `requestOfJob` and `startExport`, and NOT_FOUND for a store that is gone or
 * inactive.
 */
export async function runJobAgain(deps: Deps, viewer: Viewer, id: string, callId: string | null): Promise<Job> {
  const task = taskOf(await ownedJobFor(deps, viewer, id))
  // A store that points at another shop now is no obstacle: this is a new export.
  return startExport(deps, viewer, await storesOf(deps, task), task, callId)
}

/**
 * Retries a failed job. Throws the errors of `retryJob`, and NOT_FOUND for a store that is gone or inactive: the job would fail again, and lose what
 * it has written.
 */
export async function retryExport(deps: Deps, viewer: Viewer, request: JobRetryRequest): Promise<Job> {
  await storesOf(deps, await ownedJobFor(deps, viewer, request.id))
  return retryJob(deps, viewer, request)
}
