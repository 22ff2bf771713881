import { Button } from '@mantine/core'
import { IconClockPlay } from '@tabler/icons-react'
import { NoJobsYet } from '#client/jobs/no-jobs-yet.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { messages } from '#shared/messages.ts'
import { isFiltered, noJobFilters } from './search.ts'
import { useJobSearch } from './use-job-search.ts'

/** An empty list, with a button that clears the filters or a link to where a job begins. */
export function NoJobs() {
  const { search, change } = useJobSearch()
  if (isFiltered(search))
    return (
      <EmptyState icon={IconClockPlay} title={messages.jobs.noneOfFilter}>
        <Button variant="default" onClick={() => change(noJobFilters)}>
          Show all jobs
        </Button>
      </EmptyState>
    )
  return <NoJobsYet />
}
