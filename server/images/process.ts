// The server starts this process for a single image and can kill it at any time, because malicious images can block image libraries for
// hours.
import { once } from 'node:events'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { ImageTask, type ImageAnswer } from './answer.ts'
import { render } from './rendering.ts'

const memoryCheckMs = 50

/** A normal exit would wait for busy threads. */
const end = () => process.kill(process.pid, 'SIGKILL')

async function answerTo(message: unknown): Promise<ImageAnswer> {
  try {
    return { image: await render(ImageTask.parse(message)) }
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'IMAGE_REFUSED' && error.code !== 'TOO_LARGE')) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}

// The server has ended.
process.once('disconnect', end)
setInterval(() => {
  if (process.memoryUsage.rss() > limits.imageProcess.bytes) end()
}, memoryCheckMs)
process.send?.('ready')
const [task]: unknown[] = await once(process, 'message')
process.send?.(await answerTo(task))
