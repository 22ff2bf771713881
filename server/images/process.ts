// A process of its own, which the server starts for one picture and ends whenever it likes: what strangers put into pictures can keep
// the libraries that read them busy for hours.
import { once } from 'node:events'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { ImageTask, type ImageAnswer } from './answer.ts'
import { render } from './rendering.ts'

const memoryCheckMs = 50

/** An exit would wait for the threads that are still at work. */
const end = () => process.kill(process.pid, 'SIGKILL')

async function answerTo(message: unknown): Promise<ImageAnswer> {
  try {
    return { image: await render(ImageTask.parse(message)) }
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'IMAGE_REFUSED' && error.code !== 'TOO_LARGE')) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}

// The server is gone.
process.once('disconnect', end)
setInterval(() => {
  if (process.memoryUsage.rss() > limits.imageProcess.bytes) end()
}, memoryCheckMs)
process.send?.('ready')
const [task]: unknown[] = await once(process, 'message')
process.send?.(await answerTo(task))
