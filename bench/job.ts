import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { isSettled, Job } from '#shared/jobs.ts'
import type { BenchServer } from './server.ts'

const pollMs = 500

const Answer = z.object({ data: z.object({ job: Job }) })
const jobIn = (answer: Buffer): Job => Answer.parse(JSON.parse(answer.toString())).data.job

type Server = Pick<BenchServer, 'get' | 'post'>

/** Starts an export as a job. */
export const startJob = async ({ post }: Server, path: string, request: object): Promise<Job> => jobIn(await post(path, request))

export const cancelJob = async ({ post }: Server, { id }: Job): Promise<Job> => jobIn(await post(`/jobs/${id}/cancel`, {}))

/** Starts an export as a job and waits for its end. Returns the duration in milliseconds too. */
export async function finishedJob(server: Server, path: string, request: object): Promise<{ job: Job; ms: number }> {
  const start = performance.now()
  let job = await startJob(server, path, request)
  while (!isSettled(job)) {
    await pause(pollMs)
    job = jobIn(await server.get(`/jobs/${job.id}`))
  }
  return { job, ms: performance.now() - start }
}

/** "completed", or the error. */
export const outcomeOf = ({ status, error, counts }: Job, noun: string): string =>
  `${status}${error ? `: ${error.message}` : ''}, ${counts.distinct} ${noun}, ${counts.written} rows`
