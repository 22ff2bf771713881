import { jobMaker } from '#client/export/job-maker.ts'
import { announce } from '#client/ui/announce.ts'
import { messages } from '#shared/messages.ts'
import { addJob } from './queries.ts'

/**
 * Runs a job's request as a new job of one's own. It goes over REST, because a call that repeats one without an answer must not make a
 * second job.
 */
export function jobRunner(id: string): () => Promise<void> {
  const make = jobMaker(`/jobs/${id}/run`)
  return async () => {
    const { job } = await make({})
    addJob(job)
    announce(messages.jobs.runAgain)
  }
}
