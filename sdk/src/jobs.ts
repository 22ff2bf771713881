import { downloadOf, type Download } from './download.ts'
import { BackcounterError } from './errors.ts'
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

/** Waits until a job has ended. Throws JobFailedError where it failed. */
export async function waitFor({ call }: Transport, id: string, { onProgress, ...options }: WaitOptions = {}): Promise<Job> {
  for (let ms = FIRST_LOOK_MS; ; ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS)) {
    const { job } = await call('export.jobs.get', { id }, options)
    onProgress?.(job)
    if (job.status === 'completed') return job
    if (job.status === 'failed') throw new JobFailedError(job)
    await pause(ms, options.signal)
  }
}

/** The file of a completed job. Throws NOT_FOUND where it has none, because it wrote a spreadsheet. */
export function fileOf(transport: Transport, { id, files }: Pick<Job, 'id' | 'files'>, options?: CallOptions): Download {
  const [file] = files
  if (!file) throw new BackcounterError('The job has no file', { code: 'NOT_FOUND' })
  return downloadOf(transport, 'export.jobs.file', { id, fileId: file.id }, options)
}
