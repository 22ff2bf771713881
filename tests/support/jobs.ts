import { noCounts, type Job, type JobListResponse } from '#shared/jobs.ts'

export const createdAt = '2026-01-31T10:00:00.000Z'

/** A completed export of products, with the given changes. */
export const madeJob = (change: Partial<Job> = {}): Job => ({
  id: 'one',
  type: 'product_export',
  status: 'completed',
  progress: 100,
  createdAt,
  startedAt: createdAt,
  finishedAt: null,
  createdBy: { id: 'mai', name: 'Mai Manager' },
  scheduleId: null,
  delivery: null,
  storeIds: [],
  stores: [],
  request: null,
  destination: { kind: 'csv', format: 'csv', name: null, bytes: null, url: null },
  counts: noCounts,
  warning: null,
  error: null,
  files: [],
  filesExpireAt: null,
  sheet: null,
  receipt: null,
  attempts: 1,
  waitingFor: null,
  nextTryAt: null,
  canCancel: false,
  canRetry: false,
  canStartOver: false,
  canRun: false,
  ...change,
})

/** The only page of a list of jobs. */
export function jobList(...jobs: Job[]): JobListResponse {
  const totals = { pending: 0, waiting: 0, active: 0, running: 0, completed: 0, failed: 0 }
  for (const { status } of jobs) totals[status] += 1
  return { jobs, nextCursor: null, pageInfo: { hasNextPage: false, endCursor: null }, totals, failures: null }
}
