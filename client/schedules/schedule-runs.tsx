import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Moment } from '#client/format/moment.tsx'
import { counted } from '#client/format/words.ts'
import { JobActions } from '#client/jobs/job-actions.tsx'
import { JobProgressBar } from '#client/jobs/job-progress.tsx'
import { JobReceipt } from '#client/jobs/job-receipt.tsx'
import { JobTarget } from '#client/jobs/job-target.tsx'
import { useJob } from '#client/jobs/use-job.ts'
import { useNow } from '#client/jobs/use-now.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import classes from '#client/ui/small-list.module.css'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { isSettled, type Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule, ScheduleRun } from '#shared/schedules.ts'
import { OutcomeBadge } from './outcome.tsx'
import { runsKey } from './queries.ts'

const noCursor: string | undefined = undefined

type Props = { schedule: Pick<Schedule, 'id' | 'name' | 'timezone'>; onClose: () => void }

/** The runs of a schedule, newest first, each with its job. */
export function ScheduleRuns({ schedule: { id, name, timezone }, onClose }: Props) {
  const query = useInfiniteQuery({
    queryKey: runsKey(id),
    // A plain call: tRPC's infinite queries also send `direction`, which the server's schema does not have.
    queryFn: ({ pageParam: cursor }) => cache.export.schedules.runs.fetch({ id, cursor }, { staleTime: 0 }),
    initialPageParam: noCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ runs }) => runs.some(isMoving)) ? limits.jobs.watchMs : false),
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const runs = data?.pages.flatMap((page) => page.runs)
  return (
    <Dialog onClose={onClose} title={`Runs of ${name}`} size="lg">
      {error && !data && <LoadFailure title={scheduleMessages.runsFailed} sentence={say(error)} retry={() => void refetch()} />}
      <RefreshFailure query={query} />
      {!data && !error && <CentredSpinner label="Loading runs" />}
      {runs?.length === 0 && <Text>{scheduleMessages.noRuns}</Text>}
      <ul className={classes.list} aria-label="Runs">
        {runs?.map((run) => (
          <Run key={run.id} run={run} zone={timezone} />
        ))}
      </ul>
      {hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </Dialog>
  )
}

const isMoving = ({ outcome }: ScheduleRun) => outcome === 'queued' || outcome === 'running'

function Run({ run, zone }: { run: ScheduleRun; zone: string }) {
  const { due, startedAt, outcome, reason, rows, jobId } = run
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className={classes.line}>
        <Text component="span" fw={550} size="sm">
          <Moment at={due ?? startedAt} zone={zone} isZoned />
        </Text>
        <OutcomeBadge outcome={outcome} />
        {due === null && <span className={classes.dimmed}>Started by hand</span>}
        {rows !== null && <span className={classes.dimmed}>{counted(rows, 'row')}</span>}
        {jobId !== null && (
          <Button size="compact-sm" variant="default" ml="auto" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide result' : 'Show result'}
          </Button>
        )}
      </div>
      {reason && <Text size="xs">{reason}</Text>}
      {isOpen && jobId !== null && <RunResult jobId={jobId} />}
    </li>
  )
}

/** What became of a run, fetched when it is asked for: a schedule can have hundreds of runs. Until its end, it is asked for again. */
function RunResult({ jobId }: { jobId: string }) {
  const { data, error, dataUpdatedAt } = useJob(jobId)
  const now = useNow(dataUpdatedAt)
  if (!data)
    return (
      <Text size="xs" c={error ? 'var(--mantine-color-error)' : 'dimmed'} role={error ? 'alert' : 'status'}>
        {error ? say(error, messages.jobs.loadFailed) : 'Loading the result'}
      </Text>
    )
  const { job } = data
  return (
    <>
      {isSettled(job) ? <Settled job={job} now={now} /> : <JobProgressBar job={job} now={dataUpdatedAt} />}
      <JobActions job={job} />
    </>
  )
}

/** The line above it has the number of rows, and says why the run failed. */
const Settled = ({ job, now }: { job: Job; now: number }) => (
  <>
    {(job.status === 'completed' || job.delivery) && <JobTarget job={job} now={now} />}
    {job.warning && <Text size="xs">{job.warning}</Text>}
    <JobReceipt job={job} />
  </>
)
