import { useState } from 'react'
import { isDenied, say } from '#client/failure.ts'
import { useJobs } from '#client/jobs/queries.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { counted } from '#client/format/words.ts'
import type { JobListResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import classes from './jobs-screen.module.css'
import { JobTable } from './job-table.tsx'
import { NoJobs } from './no-jobs.tsx'
import { toJobRequest } from './search.ts'
import { useJobSearch } from './use-job-search.ts'

/** "1 job", "50 jobs (more available)". */
const countText = ({ jobs, pageInfo }: JobListResponse) => counted(jobs.length, 'job') + (pageInfo.hasNextPage ? ' (more available)' : '')

/** One page of jobs, updated while any of them is unfinished. */
export function Jobs() {
  const { search, next, previous } = useJobSearch()
  const query = useJobs(toJobRequest(search))
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = query
  // While another page loads, the page before is shown, as old as it is.
  const [asOf, setAsOf] = useState(dataUpdatedAt)
  if (!isPlaceholderData && asOf !== dataUpdatedAt) setAsOf(dataUpdatedAt)
  if (error && (!data || isDenied(error)))
    return <LoadFailure title={messages.jobs.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading jobs" />
  const { jobs, pageInfo } = data
  const { endCursor } = pageInfo
  return (
    <>
      <RefreshFailure query={query} />
      {jobs.length === 0 ? (
        <NoJobs />
      ) : (
        <div className={classes.rows} inert={isPlaceholderData}>
          <JobTable jobs={jobs} asOf={asOf} />
        </div>
      )}
      <div className={classes.foot}>
        <Pager
          status={isPlaceholderData ? '' : countText(data)}
          page={search.trail.length + 1}
          hasPrevious={search.trail.length > 0}
          hasNext={endCursor !== null && !isPlaceholderData && error === null}
          onPrevious={previous}
          onNext={() => endCursor !== null && next(endCursor)}
        />
      </div>
    </>
  )
}
