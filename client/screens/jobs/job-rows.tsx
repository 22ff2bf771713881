import { Text } from '@mantine/core'
import { requestWords, typeName } from '#client/format/job-words.ts'
import { capitalized } from '#client/format/words.ts'
import { ChangeAndRun } from '#client/jobs/change-and-run.tsx'
import { RunAgain } from '#client/jobs/run-again.tsx'
import { JobActions } from '#client/jobs/job-actions.tsx'
import { JobBadge } from '#client/jobs/job-badge.tsx'
import { JobProgressBar } from '#client/jobs/job-progress.tsx'
import { JobReceipt } from '#client/jobs/job-receipt.tsx'
import { JobSteps } from '#client/jobs/job-steps.tsx'
import { RepeatJob } from '#client/schedules/repeat-job.tsx'
import { tableRoles } from '#client/ui/table-roles.ts'
import { isSettled, type Job } from '#shared/jobs.ts'
import { jobColumns, type JobColumn, type JobClock } from './columns.tsx'
import classes from './job-table.module.css'

type Props = JobClock & { job: Job; columns: readonly JobColumn[]; onRepeat: (jobId: string) => void }

/** A job: its facts in one row, and below it what is under way or how it ended. */
export function JobRows({ job, asOf, now, columns, onRepeat }: Props) {
  const hasEnded = isSettled(job)
  const hasMore = !hasEnded || job.receipt !== null || job.error !== null || job.warning !== null
  return (
    <tbody role={tableRoles.rowGroup} className={classes.job}>
      <tr role={tableRoles.row}>
        <th scope="row" role={tableRoles.rowHeader}>
          <span className={classes.title}>
            {capitalized(typeName(job.type))}
            <JobBadge job={job} />
          </span>
          {job.request && (
            <span className={classes.request}>
              <bdi>{requestWords(job).join(' · ')}</bdi>
            </span>
          )}
        </th>
        {columns.map((key) => {
          const { label, isNumber, isNamed, cell } = jobColumns[key]
          return (
            <td key={key} role={tableRoles.cell} data-label={isNamed && label} className={isNumber && classes.number}>
              {cell(job, { asOf, now })}
            </td>
          )
        })}
        <td role={tableRoles.cell} className={classes.actions}>
          <JobActions job={job}>
            <RunAgain job={job} />
            <ChangeAndRun job={job} />
            <RepeatJob job={job} onRepeat={onRepeat} />
          </JobActions>
        </td>
      </tr>
      {hasMore && (
        <tr role={tableRoles.row}>
          <td role={tableRoles.cell} colSpan={columns.length + 2} className={classes.more}>
            {hasEnded ? <Ending job={job} /> : <UnderWay job={job} asOf={asOf} />}
          </td>
        </tr>
      )}
    </tbody>
  )
}

const UnderWay = ({ job, asOf }: { job: Job; asOf: number }) => (
  <div className={classes.underWay}>
    <JobProgressBar job={job} now={asOf} />
    <div>
      <JobSteps job={job} />
    </div>
  </div>
)

const Ending = ({ job }: { job: Job }) => (
  <>
    {job.error && (
      <Text size="xs" c={job.error.code === 'JOB_CANCELLED' ? 'dimmed' : 'var(--mantine-color-error)'}>
        {job.error.message}
      </Text>
    )}
    {job.warning && <Text size="xs">{job.warning}</Text>}
    <JobReceipt job={job} />
  </>
)
