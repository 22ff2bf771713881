import { JobFileRef, JobListRequest, JobListResponse, JobRef, JobRequestResponse, JobResponse, JobRetryRequest } from '#shared/jobs.ts'
import { cancelExport } from '#server/schedules/cancel.ts'
import { requestOfJob, retryExport, runJobAgain } from '#server/export/run-again.ts'
import { once } from '#server/http/idempotency.ts'
import { getJob, jobFile, listJobs } from '#server/jobs/service.ts'
import { procedure, router } from '#server/procedure/builder.ts'

// The required right depends on the job and its creator, so the service checks it.
export const jobs = router({
  list: procedure('GET /jobs', 'session.any', {
    summary: 'List export jobs',
    description:
      "Answers one page of jobs, newest first. With mine, these are the caller's own; without it, those of the stores in reach, which needs settings:read. With failures, the answer also has those that failed lately.",
    fails: ['ACCESS_DENIED', 'INVALID_CURSOR'],
    alsoOnTop: ['jobs', 'nextCursor'],
    tool: true,
  })
    .input(JobListRequest.prefault({}))
    .output(JobListResponse)
    .query(({ ctx, input }) => listJobs(ctx.deps, ctx.viewer, input)),
  get: procedure('GET /jobs/{id}', 'session.any', {
    summary: 'Get an export job',
    description:
      'Answers the state of a job and, once it has ended, its files, spreadsheet and receipt. Poll it until status is completed or failed.',
    fails: ['NOT_FOUND'],
    tool: true,
  })
    .input(JobRef)
    .output(JobResponse)
    .query(async ({ ctx, input }) => ({ job: await getJob(ctx.deps, ctx.viewer, input.id) })),
  cancel: procedure('POST /jobs/{id}/cancel', 'session.any', {
    summary: 'Cancel an export job',
    description: 'Ends a job that is not over. It is failed from this answer on.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
  })
    .input(JobRef)
    .output(JobResponse)
    .mutation(async ({ ctx, input }) => ({ job: await cancelExport(ctx.deps, ctx.viewer, input.id) })),
  retry: procedure('POST /jobs/{id}/retry', 'session.any', {
    summary: 'Retry a failed export job',
    description: 'Puts a failed job into the queue again. It goes on where it was if that is kept, unless startOver is true.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  })
    .input(JobRetryRequest)
    .output(JobResponse)
    .mutation(async ({ ctx, input }) => ({ job: await retryExport(ctx.deps, ctx.viewer, input) })),
  request: procedure('GET /jobs/{id}/request', 'session.any', {
    summary: "Get an export job's request",
    description: 'Answers the body of the export call that made a job, so that it can be changed and sent again.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
  })
    .input(JobRef)
    .output(JobRequestResponse)
    .query(({ ctx, input }) => requestOfJob(ctx.deps, ctx.viewer, input.id)),
  run: procedure('POST /jobs/{id}/run', 'session.any', {
    summary: 'Run an export job again',
    description:
      "Queues a new job with the same request. It is the caller's own and takes the rights of the export call; a download becomes a file of the new job.",
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT', 'TOO_MANY_REQUESTS', 'SHEETS_OFF'],
    isOnce: true,
    status: 201,
    location: { of: 'job', at: '/jobs/{id}' },
  })
    .input(JobRef)
    .output(JobResponse)
    .mutation((call) => once(call, async ({ ctx, input }, callId) => ({ job: await runJobAgain(ctx.deps, ctx.viewer, input.id, callId) }))),
  file: procedure('GET /jobs/{id}/files/{fileId}', 'session.any', {
    summary: "Download a job's file",
    description: 'Answers the file that a job left, in its format, whole or in part.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'FILE_EXPIRED', 'FILE_GONE', 'RANGE_NOT_SATISFIABLE', 'STORAGE_UNREACHABLE', 'STORAGE_REFUSED'],
    isDownload: true,
    takesRange: true,
    recorded: ['fileId'],
  })
    .input(JobFileRef)
    .query(({ ctx, input }) => jobFile(ctx.deps, ctx.viewer, input, ctx.part)),
})
