import { CloseButton, Text } from '@mantine/core'
import { useState } from 'react'
import { useClosing } from '#client/export/closing.ts'
import { isIncomplete, type Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { JobActions } from './job-actions.tsx'
import classes from './jobs.module.css'
import { endedSince } from './polling.ts'
import { useMyExports } from './queries.ts'
import { deliveryWords, doneOf, lookOf, resultWords } from '#client/format/job-words.ts'

function Announcement({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const whileReading = useClosing(true, limits.announcementMs, onLeave)
  const { status, error, warning } = job
  const { color } = lookOf(job)
  return (
    <div className={classes.toast} style={{ borderInlineStartColor: `var(--mantine-color-${color}-filled)` }} {...whileReading}>
      <div className={classes.toastHead}>
        <Text fw={620} size="sm">
          {isIncomplete(job) ? 'Export incomplete' : status === 'completed' ? 'Export finished' : 'Export failed'}
        </Text>
        <CloseButton aria-label="Dismiss" size="sm" onClick={onLeave} />
      </div>
      <Text size="sm" mb={6}>
        {`${doneOf(job)}, ${resultWords(job)}`}
      </Text>
      {deliveryWords(job) !== null && (
        <Text size="sm" mb={6}>
          {deliveryWords(job)}
        </Text>
      )}
      {(error ?? warning) && (
        <Text size="sm" mb={6}>
          {error?.message ?? warning}
        </Text>
      )}
      <JobActions job={job} />
    </div>
  )
}

/** Says for a while, wherever the user is, that one of their exports came to its end, and hands over its result. */
export function FinishedExports() {
  const { answer } = useMyExports()
  const [seen, setSeen] = useState(answer)
  const [ended, setEnded] = useState<readonly Job[]>([])
  if (answer !== seen) {
    setSeen(answer)
    const jobs = answer?.jobs ?? []
    // One that was retried is under way again, and will have another end.
    const isOver = ({ id }: Job) => jobs.every((job) => job.id !== id || job.finishedAt !== null)
    setEnded([...ended.filter(isOver), ...endedSince(seen?.jobs ?? [], jobs)])
  }
  const leave = (id: string) => setEnded((before) => before.filter((job) => job.id !== id))
  return (
    <div className={classes.toasts} role="status" aria-label="Finished exports">
      {ended.map((job) => (
        <Announcement key={job.id} job={job} onLeave={() => leave(job.id)} />
      ))}
    </div>
  )
}
