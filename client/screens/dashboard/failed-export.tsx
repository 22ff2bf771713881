import { Text } from '@mantine/core'
import { typeName } from '#client/format/job-words.ts'
import { capitalized } from '#client/format/words.ts'
import { JobActions } from '#client/jobs/job-actions.tsx'
import { JobBadge } from '#client/jobs/job-badge.tsx'
import { JobStores } from '#client/jobs/job-stores.tsx'
import { When } from '#client/jobs/when.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Job } from '#shared/jobs.ts'
import classes from './needs-attention.module.css'

/** What failed, when and why, with Retry for those who may, and a link to its like for the others. */
export function FailedExport({ job, now }: { job: Job; now: number }) {
  const { type, status, storeIds, error, createdBy } = job
  return (
    <li className={`${classes.line} ${classes.failure}`}>
      <div className={classes.text}>
        <div className={classes.what}>
          <span className={classes.name}>{capitalized(typeName(type))}</span>
          <JobBadge job={job} />
          <JobStores stores={job.stores} />
        </div>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          by <bdi>{createdBy.name}</bdi>
        </Text>
      </div>
      <span className={classes.when}>
        <When at={job.finishedAt ?? job.createdAt} now={now} />
      </span>
      {job.canRetry ? (
        <JobActions job={job} />
      ) : (
        <TextLink to="/jobs" search={{ status, type, store: storeIds[0] }}>
          Show in Jobs
        </TextLink>
      )}
    </li>
  )
}
