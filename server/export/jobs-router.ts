import { JobFileRef, JobListRequest, JobListResponse, JobRef, JobResponse, JobRetryRequest } from '#shared/jobs.ts'
import { cancelJob, getJob, jobFile, listJobs, retryJob } from '#server/jobs/service.ts'
import { procedure, router } from '#server/procedure/builder.ts'

// Whose job it is decides more than any one permission could: the service asks for what each call needs.
export const jobs = router({
  list: procedure('GET /jobs', 'session.any', { alsoOnTop: ['jobs'] })
    .input(JobListRequest.prefault({}))
    .output(JobListResponse)
    .query(({ ctx, input }) => listJobs(ctx.deps, ctx.viewer, input)),
  get: procedure('GET /jobs/{id}', 'session.any')
    .input(JobRef)
    .output(JobResponse)
    .query(async ({ ctx, input }) => ({ job: await getJob(ctx.deps, ctx.viewer, input.id) })),
  cancel: procedure('POST /jobs/{id}/cancel', 'session.any')
    .input(JobRef)
    .output(JobResponse)
    .mutation(async ({ ctx, input }) => ({ job: await cancelJob(ctx.deps, ctx.viewer, input.id) })),
  retry: procedure('POST /jobs/{id}/retry', 'session.any')
    .input(JobRetryRequest)
    .output(JobResponse)
    .mutation(async ({ ctx, input }) => ({ job: await retryJob(ctx.deps, ctx.viewer, input) })),
  file: procedure('GET /jobs/{id}/files/{fileId}', 'session.any', { isDownload: true, recorded: ['fileId'] })
    .input(JobFileRef)
    .query(({ ctx, input }) => jobFile(ctx.deps, ctx.viewer, input, ctx.part)),
})
