import type { ReactNode } from 'react'
import { ranFor } from '#client/format/job-words.ts'
import { JobStores } from '#client/jobs/job-stores.tsx'
import { JobTarget } from '#client/jobs/job-target.tsx'
import { When } from '#client/jobs/when.tsx'
import type { Job } from '#shared/jobs.ts'
import type { ListColumn } from '#shared/list-layout.ts'

export type JobColumn = ListColumn<'jobs'>
/** `asOf`: the time of the shown state; `now`: the time on this machine. Both in ms. */
export type JobClock = { asOf: number; now: number }

type Column = {
  label: string
  isNumber?: true
  /** On a card, the label stands before the value, which alone does not say what it is. */
  isNamed?: true
  cell: (job: Job, times: JobClock) => ReactNode
}

/** The columns of the jobs table that can be shown or hidden. What a job does and its actions are always shown. */
export const jobColumns: Record<JobColumn, Column> = {
  stores: { label: 'Stores', cell: ({ stores }) => <JobStores stores={stores} /> },
  destination: { label: 'Destination', cell: (job, { now }) => <JobTarget job={job} now={now} /> },
  rows: { label: 'Rows', isNumber: true, isNamed: true, cell: ({ counts }) => counts.written.toLocaleString('en-US') },
  duration: { label: 'Duration', isNumber: true, isNamed: true, cell: (job, { asOf }) => ranFor(job, asOf) ?? '–' },
  by: { label: 'By', isNamed: true, cell: ({ createdBy }) => <bdi>{createdBy.name}</bdi> },
  when: { label: 'When', isNumber: true, cell: ({ createdAt }, { now }) => <When at={createdAt} now={now} /> },
}
