import { Fragment } from 'react'
import { colorOf } from '#client/format/job-words.ts'
import { capitalized, counted } from '#client/format/words.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { jobEnds, type JobEnd, type JobFailures, type JobStatus } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import classes from './export-week.module.css'

/** The list has no filter for what became of failed jobs. */
const statusOf: Record<JobEnd, JobStatus> = { completed: 'completed', incomplete: 'failed', failed: 'failed', cancelled: 'failed' }

/** How the exports of a week ended, as a bar and in numbers. Renders nothing in a week without exports. */
export function ExportWeek({ ends }: Pick<JobFailures, 'ends'>) {
  const total = jobEnds.reduce((sum, end) => sum + ends[end], 0)
  if (total === 0) return null
  const shares = jobEnds.map((end, index) => ({
    end,
    from: (jobEnds.slice(0, index).reduce((sum, other) => sum + ends[other], 0) / total) * 100,
    width: (ends[end] / total) * 100,
  }))
  const days = `the last ${limits.jobs.failures.days} days`
  return (
    <div className={classes.week}>
      <svg className={classes.bar} role="img" aria-label={`${counted(total, 'export')} in ${days}: ${wordsFor(ends)}`}>
        {shares.map(({ end, from, width }) => (
          <rect
            key={end}
            style={{ fill: `var(--mantine-color-${colorOf(end)}-filled)` }}
            x={`${from}%`}
            width={`${width}%`}
            height="100%"
          />
        ))}
      </svg>
      <div className={classes.words}>
        {capitalized(days.replace('the ', ''))}:{' '}
        {jobEnds.map((end, index) => (
          <Fragment key={end}>
            {index > 0 && ' · '}
            <TextLink to="/jobs" search={{ status: statusOf[end] }} underline="hover">
              {ends[end].toLocaleString('en-US')} {end}
            </TextLink>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

const wordsFor = (ends: JobFailures['ends']) => jobEnds.map((end) => `${ends[end]} ${end}`).join(', ')
