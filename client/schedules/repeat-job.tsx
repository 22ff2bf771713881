import { Button } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { isSettled, type Job } from '#shared/jobs.ts'

/** Opens the form that repeats the request of a job. */
export function RepeatJob({ job, onRepeat }: { job: Job; onRepeat: (jobId: string) => void }) {
  if (!isSettled(job) || !job.canRun) return null
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconCalendarRepeat size={14} aria-hidden />} onClick={() => onRepeat(job.id)}>
      Repeat…
    </Button>
  )
}
