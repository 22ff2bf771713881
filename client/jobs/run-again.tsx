import { Button, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { say } from '#client/failure.ts'
import { useViewer } from '#client/session/viewer.ts'
import { isSettled, type Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { jobRunner } from './run-job.ts'

/** Runs the same request as a new job of one's own. One's own failed job has Retry instead. */
export function RunAgain({ job }: { job: Job }) {
  const viewer = useViewer()
  const [again] = useState(() => jobRunner(job.id))
  const run = useMutation({ mutationFn: again })
  const hasRetry = job.canRetry && job.createdBy.id === viewer.id
  if (!isSettled(job) || !job.canRun || hasRetry) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={run.isPending}
        leftSection={<IconRepeat size={14} aria-hidden />}
        onClick={() => run.mutate()}
      >
        Run again
      </Button>
      {run.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
          {say(run.error, messages.jobs.runFailed)}
        </Text>
      )}
    </>
  )
}
