import { Title } from '@mantine/core'
import { say } from '#client/failure.ts'
import { JobList } from '#client/jobs/job-list.tsx'
import { NoJobsYet } from '#client/jobs/no-jobs-yet.tsx'
import { useRecentJobs } from '#client/jobs/queries.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { ExportWeek } from './export-week.tsx'
import classes from './dashboard.module.css'

const byWhom = ({ createdBy }: Job) => (
  <>
    by <bdi>{createdBy.name}</bdi>
  </>
)

/** The newest jobs of the stores that the viewer can reach. */
export function RecentJobs() {
  const jobs = useRecentJobs()
  return (
    <section aria-labelledby="recent-jobs">
      <Title order={2} id="recent-jobs" mt="xl" mb="sm">
        Recent Jobs
      </Title>
      <div className={classes.jobs}>
        {jobs.isLoadingError && (
          <LoadFailure title={messages.jobs.loadFailed} sentence={say(jobs.error)} retry={() => void jobs.refetch()} />
        )}
        <RefreshFailure query={jobs} />
        {jobs.isPending && <CentredSpinner label="Loading jobs" />}
        {jobs.data?.failures && <ExportWeek ends={jobs.data.failures.ends} />}
        {jobs.data?.jobs.length === 0 && <NoJobsYet />}
        {jobs.data && jobs.data.jobs.length > 0 && (
          <JobList label="Recent Jobs" jobs={jobs.data.jobs} asOf={jobs.dataUpdatedAt} about={byWhom} />
        )}
      </div>
    </section>
  )
}
