import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Job } from '#shared/jobs.ts'
import { JobActions } from './job-actions.tsx'
import { JobBadge } from './job-badge.tsx'
import { JobProgressBar } from './job-progress.tsx'
import classes from './jobs.module.css'
import { typeName } from '#client/format/job-words.ts'
import { localTime } from '#client/format/local-time.ts'

type Props = {
  label: string
  jobs: readonly Job[]
  /** The time of the shown state of the jobs, in ms. */
  asOf: number
  /** What stands under a job's type: whose it is, or of which store. */
  about?: (job: Job) => ReactNode
}

/** Jobs with their progress and actions. */
export function JobList({ label, jobs, asOf, about }: Props) {
  return (
    <ul className={classes.list} aria-label={label}>
      {jobs.map((job) => (
        <li key={job.id} className={classes.job}>
          <div>
            <div className={classes.title}>
              <Text component="span" fw={550} size="sm" className={classes.type ?? ''}>
                {typeName(job.type)}
              </Text>
              <JobBadge job={job} />
            </div>
            <Text size="xs" c="dimmed">
              <time dateTime={job.createdAt}>{localTime(job.createdAt)}</time>
            </Text>
            {about && (
              <Text size="xs" c="dimmed">
                {about(job)}
              </Text>
            )}
          </div>
          <JobProgressBar job={job} now={asOf} />
          <JobActions job={job} />
        </li>
      ))}
    </ul>
  )
}
