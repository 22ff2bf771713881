import { downloadOf, type Download } from './download.ts'
import { BackcounterError } from './errors.ts'
import { listen } from './events.ts'
import type { Job } from './generated/schemas.ts'
import { pause } from './retry.ts'
import type { CallOptions, Transport } from './transport.ts'

export type WaitOptions = CallOptions & {
  /** Called with the job after each look at it. */
  onProgress?: (job: Job) => void
}

/** A job that ended without its result. `code` is that of the job's error, such as `INCOMPLETE` or `JOB_CANCELLED`. */
export class JobFailedError extends BackcounterError {
  readonly job: Job
  constructor(job: Job) {
    super(job.error?.message ?? 'The export failed', { code: job.error?.code ?? 'INTERNAL' })
    this.job = job
  }
}

const FIRST_LOOK_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Resolves when the server tells the end of the job. Never, where events cannot be had: then the looks alone find it. */
async function toldEnd(transport: Transport, id: string, signal: AbortSignal): Promise<void> {
  try {
    for await (const { data } of listen(transport, { signal })) if ('jobId' in data && data.jobId === id) return
  } catch {
    // Aborted, or refused by an older server or a proxy.
  }
  await new Promise(() => {})
}

/** Waits for a while, or until the end is told. Leaves no timer behind, for which a program that is done would have to wait. */
async function nextLook(told: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<{ isTold: boolean }> {
  const over = new AbortController()
  const paused = pause(ms, signal ? AbortSignal.any([signal, over.signal]) : over.signal)
  try {
    return await Promise.race([paused.then(() => ({ isTold: false })), told.then(() => ({ isTold: true }))])
  } finally {
    over.abort()
  }
}

/** Waits until a job has ended, which the server tells at once. Looks at it too, with growing pauses. Throws JobFailedError where it failed. */
export async function waitFor(transport: Transport, id: string, { onProgress, ...options }: WaitOptions = {}): Promise<Job> {
  const done = new AbortController()
  let told = toldEnd(transport, id, done.signal)
  try {
    for (let ms = FIRST_LOOK_MS; ; ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS)) {
      const { job } = await transport.call('export.jobs.get', { id }, options)
      onProgress?.(job)
      if (job.status === 'completed') return job
      if (job.status === 'failed') throw new JobFailedError(job)
      const { isTold } = await nextLook(told, ms, options.signal)
      // Somebody may have retried the job in between: what was told once ends no further pause.
      if (isTold) told = new Promise(() => {})
    }
  } finally {
    done.abort()
  }
}

/** The file of a completed job. Throws NOT_FOUND where it has none, because it wrote a spreadsheet. */
export function fileOf(transport: Transport, { id, files }: Pick<Job, 'id' | 'files'>, options?: CallOptions): Download {
  const [file] = files
  if (!file) throw new BackcounterError('The job has no file', { code: 'NOT_FOUND' })
  return downloadOf(transport, 'export.jobs.file', { id, fileId: file.id }, options)
}
