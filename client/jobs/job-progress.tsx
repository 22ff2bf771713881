import { Progress, Text } from '@mantine/core'
import { isSettled, type Job } from '#shared/jobs.ts'
import classes from './jobs.module.css'
import { doneOf, lookOf, pace } from '#client/format/job-words.ts'
import { localTime } from '#client/format/local-time.ts'

/** How far a job is, at what pace, what it waits for, and what is to know about its end. */
export function JobProgressBar({ job, now }: { job: Job; now: number }) {
  const speed = pace(job, now)
  return (
    <div className={classes.progress}>
      <div className={classes.bar}>
        <Progress
          value={job.progress}
          size="sm"
          flex={1}
          color={isSettled(job) ? lookOf(job).color : 'brand'}
          aria-label={`Progress of the job of ${localTime(job.createdAt)}`}
        />
        <span className={classes.percent}>{job.progress}%</span>
      </div>
      <Text size="xs" c="dimmed">
        {doneOf(job)}
        {speed && ` · ${speed}`}
        {isSettled(job) && ` · ${job.counts.written.toLocaleString('en-US')} rows`}
      </Text>
      {job.waitingFor && !isSettled(job) && <Text size="xs">Waiting: {job.waitingFor}</Text>}
      {job.nextTryAt && <Text size="xs">Next try {localTime(job.nextTryAt)}</Text>}
      {job.error && (
        <Text size="xs" c="var(--mantine-color-error)">
          {job.error.message}
        </Text>
      )}
      {job.warning && <Text size="xs">{job.warning}</Text>}
    </div>
  )
}
