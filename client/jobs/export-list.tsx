import { Text } from '@mantine/core'
import { requestWords, typeName } from '#client/format/job-words.ts'
import { capitalized, counted } from '#client/format/words.ts'
import { RepeatJob } from '#client/schedules/repeat-job.tsx'
import classes from '#client/ui/small-list.module.css'
import { isSettled, type Job } from '#shared/jobs.ts'
import { JobActions } from './job-actions.tsx'
import { JobBadge } from './job-badge.tsx'
import { JobProgressBar } from './job-progress.tsx'
import { JobStores } from './job-stores.tsx'
import { JobTarget } from './job-target.tsx'
import { RunAgain } from './run-again.tsx'
import { useNow } from './use-now.ts'
import { When } from './when.tsx'

type Props = {
  jobs: readonly Job[]
  /** The time of the shown state, in ms. */
  asOf: number
  /** Opens the form that repeats a job. */
  onRepeat: (jobId: string) => void
}

/** One's own exports in small. */
export function ExportList({ jobs, asOf, onRepeat }: Props) {
  const now = useNow(asOf)
  return (
    <ul className={classes.list} aria-label="My exports">
      {jobs.map((job) => (
        <li key={job.id}>
          <div className={classes.line}>
            <Text component="span" fw={550} size="sm">
              {capitalized(typeName(job.type))}
            </Text>
            <JobBadge job={job} />
            <span className={classes.when}>
              <When at={job.createdAt} now={now} />
            </span>
          </div>
          <JobStores stores={job.stores} />
          {job.request && (
            <Text size="xs" c="dimmed">
              <bdi>{requestWords(job).join(' · ')}</bdi>
            </Text>
          )}
          {isSettled(job) ? <Ended job={job} now={now} /> : <JobProgressBar job={job} now={asOf} />}
          <JobActions job={job}>
            <RunAgain job={job} />
            <RepeatJob job={job} onRepeat={onRepeat} />
          </JobActions>
        </li>
      ))}
    </ul>
  )
}

const Ended = ({ job, now }: { job: Job; now: number }) => (
  <>
    {job.status === 'completed' && (
      <div className={classes.line}>
        {counted(job.counts.written, 'row')}
        <JobTarget job={job} now={now} />
      </div>
    )}
    {job.error && <Text size="xs">{job.error.message}</Text>}
    {job.warning && <Text size="xs">{job.warning}</Text>}
  </>
)
