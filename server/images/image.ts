import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { AppError } from '#shared/errors.ts'
import { imageMessages } from '#shared/image-messages.ts'
import { limits } from '#shared/limits.ts'
import { createBoundedQueue } from '#server/throttle/bounded-queue.ts'
import type { Deps } from '#server/deps.ts'
import { ImageAnswer, type ImageTask } from './answer.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'

const entry = new URL(import.meta.resolve('#server/images/process.ts'))
const inTurn = createBoundedQueue({ atOnce: 1, waiting: limits.imageProcess.waiting })

function decode(embedded: string): Buffer {
  const bytes = Buffer.from(embedded.slice(embedded.indexOf(',') + 1), 'base64')
  if (bytes.length > limits.image.bytes) throw new AppError('TOO_LARGE', imageMessages.tooLarge)
  return bytes
}

/** The next message of the process. null: the process has ended, or the time is over. */
async function nextMessage(child: ChildProcess, ms: number): Promise<unknown> {
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(ms)])
  const [message]: unknown[] = await once(child, 'message', { signal }).catch((error: unknown) => {
    if (signal.aborted) return [null]
    throw error
  })
  return message
}

/** Processes an image in a child process that ends with the call and has none of our secrets. */
async function renderApart(task: ImageTask): Promise<ImageAnswer> {
  const child = fork(entry, { serialization: 'advanced', stdio: 'ignore', env: {}, execArgv: [] })
  try {
    if ((await nextMessage(child, limits.imageProcess.startMs)) === null) throw new AppError('OVERLOADED')
    child.send(task)
    const answer = await nextMessage(child, limits.imageProcess.workMs)
    if (answer === null) throw new AppError('IMAGE_REFUSED', imageMessages.tooSlow)
    return ImageAnswer.parse(answer)
  } finally {
    child.kill('SIGKILL')
  }
}

/** `embedded`: a data URL. */
type Picture = { embedded: string; pixels: number; personId: string }

/**
 * Converts an embedded image (data URL) to a small WebP data URL that fits a square of `pixels`. The format is detected by content. The
 * result has none of the file's other content (scripts, locations, further frames). Throws IMAGE_REFUSED (also after 2 s), TOO_LARGE,
 * TOO_MANY_REQUESTS above the person's quota, and OVERLOADED where too many images wait.
 */
export async function reencode(deps: Deps, { embedded, pixels, personId }: Picture): Promise<string> {
  const bytes = decode(embedded)
  const answer = await inTurn.run(async () => {
    // Only when it is the picture's turn: one that is refused because too many wait does not count.
    await consume(deps, allowances.picturesBy, personId)
    return renderApart({ bytes, pixels })
  })
  if ('refused' in answer) throw new AppError(answer.refused.code, answer.refused.message)
  return `data:image/webp;base64,${Buffer.from(answer.image).toString('base64')}`
}
