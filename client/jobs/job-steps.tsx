import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import classes from './job-steps.module.css'
import { jobSteps, stepOf, type JobStep } from '#client/format/job-words.ts'

const labels: Record<JobStep, string> = { asked: 'Asked', preparing: 'Shop prepares', reading: 'Reading', writing: 'Writing' }

/** How far an export has come, step by step, which also explains a progress of 0 %. */
export function JobSteps({ job }: { job: Job }) {
  const current = jobSteps.indexOf(stepOf(job))
  return (
    <>
      <ol className={classes.steps} aria-label="Steps">
        {jobSteps.map((step, index) => (
          <li key={step} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
            {labels[step]}
          </li>
        ))}
      </ol>
      {stepOf(job) === 'preparing' && !job.waitingFor && <span className={classes.why}>{messages.jobs.preparing}</span>}
    </>
  )
}
