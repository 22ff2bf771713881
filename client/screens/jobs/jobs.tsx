import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClockPlay } from '@tabler/icons-react'
import { say } from '#client/failure.ts'
import { JobList } from '#client/jobs/job-list.tsx'
import { useJobs } from '#client/jobs/queries.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import classes from './jobs-screen.module.css'
import { isFiltered, toRequest } from './search.ts'
import { useJobSearch, useStores } from './use-job-search.ts'

/** One page of jobs, kept up to date while something moves. */
export function Jobs() {
  const { search, next, previous } = useJobSearch()
  const { data, error, refetch, dataUpdatedAt } = useJobs(toRequest(search))
  const names = new Map(useStores().map(({ id, name }) => [id, name]))
  const about = ({ storeIds, createdBy }: Job) =>
    `${storeIds.map((id) => names.get(id) ?? 'A store that is gone').join(', ')} · by ${createdBy.name}`
  if (error) return <LoadFailure title={messages.jobs.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading jobs" />
  const { jobs, pageInfo } = data
  const { endCursor } = pageInfo
  return (
    <>
      {jobs.length === 0 ? (
        <EmptyState icon={IconClockPlay} title={isFiltered(search) ? messages.jobs.noneOfFilter : messages.jobs.none} />
      ) : (
        <JobList label="Jobs" jobs={jobs} asOf={dataUpdatedAt} about={about} hasReceipts />
      )}
      <footer className={classes.foot}>
        <Text size="sm" c="dimmed" role="status">
          {jobs.length === 1 ? '1 job' : `${jobs.length} jobs`}
          {pageInfo.hasNextPage && ' (more available)'}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconChevronLeft size={14} />}
            disabled={search.trail.length === 0}
            onClick={previous}
          >
            Previous
          </Button>
          <Button
            size="xs"
            variant="default"
            rightSection={<IconChevronRight size={14} />}
            disabled={endCursor === null}
            onClick={() => endCursor !== null && next(endCursor)}
          >
            Next
          </Button>
        </Group>
      </footer>
    </>
  )
}
