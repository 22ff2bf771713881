import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import classes from './job-steps.module.css'
import { deliveryWords, jobSteps, stepOf, type JobStep } from '#client/format/job-words.ts'

const labels: Record<JobStep, string> = {
  asked: 'Asked',
  preparing: 'Shop prepares',
  reading: 'Reading',
  writing: 'Writing',
  delivering: 'Delivering',
}

/** How far an export has come, step by step, which also explains a progress of 0 %. */
export function JobSteps({ job }: { job: Job }) {
  const steps = jobSteps.filter((step) => step !== 'delivering' || job.delivery !== null)
  const current = steps.indexOf(stepOf(job))
  return (
    <>
      <ol className={classes.steps} aria-label="Steps">
        {steps.map((step, index) => (
          <li key={step} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
            {labels[step]}
          </li>
        ))}
      </ol>
      {stepOf(job) === 'preparing' && !job.waitingFor && <span className={classes.why}>{messages.jobs.preparing}</span>}
      {stepOf(job) === 'delivering' && <span className={classes.why}>{deliveryWords(job)}</span>}
    </>
  )
}
