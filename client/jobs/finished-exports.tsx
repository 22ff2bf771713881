import { CloseButton, Text } from '@mantine/core'
import { useState } from 'react'
import { isIncomplete, type Job } from '#shared/jobs.ts'
import { JobActions } from './job-actions.tsx'
import classes from './jobs.module.css'
import { endedSince } from './polling.ts'
import { useMyExports } from './queries.ts'
import { doneOf } from './wording.ts'

/** Says, wherever the user is, that one of their exports came to its end, and hands over its result. */
export function FinishedExports() {
  const { answer } = useMyExports()
  const [seen, setSeen] = useState(answer)
  const [ended, setEnded] = useState<readonly Job[]>([])
  if (answer !== seen) {
    setSeen(answer)
    setEnded([...ended, ...endedSince(seen?.jobs ?? [], answer?.jobs ?? [])])
  }
  const dismiss = (id: string) => setEnded(ended.filter((job) => job.id !== id))
  return (
    <div className={classes.toasts} role="status" aria-label="Finished exports">
      {ended.map((job) => (
        <div key={job.id} className={classes.toast}>
          <div className={classes.toastHead}>
            <Text fw={620} size="sm">
              {isIncomplete(job) ? 'Export incomplete' : job.status === 'completed' ? 'Export finished' : 'Export failed'}
            </Text>
            <CloseButton aria-label="Dismiss" size="sm" onClick={() => dismiss(job.id)} />
          </div>
          <Text size="sm" mb={6}>
            {job.error?.message ?? job.warning ?? `${doneOf(job)}, ${job.counts.written.toLocaleString('en-US')} rows`}
          </Text>
          {(job.status === 'completed' || isIncomplete(job)) && <JobActions job={job} />}
        </div>
      ))}
    </div>
  )
}
