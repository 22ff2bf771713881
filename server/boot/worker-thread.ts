import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Series, ThreadMetrics } from '#server/metrics/exposition.ts'

const restartMs = 1_000
const stopMs = 10_000

/** The worker of a process that also serves calls. */
export type WorkerThread = {
  isWorking: () => boolean
  /** The metrics of the thread. Empty while it does not answer. `stores`: the ids that exist. null: unknown. */
  series: (stores: ReadonlySet<string> | null) => Promise<Series>
  stop(): Promise<void>
}

/** What the thread is asked, and what it answers. */
export type ThreadRequest = 'stop' | { seriesOf: string[] | null; reply: MessagePort }

const seriesMs = 1_000
const Answer = z.tuple([z.record(z.string(), z.string())])

/** A port of its own for each question, so that a late answer is never taken for another. */
async function askForSeries(thread: Worker, stores: ReadonlySet<string> | null): Promise<Series> {
  const { port1: mine, port2: reply } = new MessageChannel()
  try {
    const answer = once(mine, 'message', { signal: AbortSignal.timeout(seriesMs) })
    thread.postMessage({ seriesOf: stores && [...stores], reply } satisfies ThreadRequest, [reply])
    return Answer.parse(await answer)[0]
  } catch {
    return {}
  } finally {
    mine.close()
  }
}

/** Answers the main thread. @param onStop called once it asks to stop */
export function answerMainThread(port: MessagePort, { series }: Pick<ThreadMetrics, 'series'>, onStop: () => void) {
  async function answer(stores: string[] | null, reply: MessagePort) {
    reply.postMessage(await series(stores && new Set(stores)), [])
    reply.close()
  }
  port.on('message', (request: ThreadRequest) => {
    if (request === 'stop') onStop()
    else void answer(request.seriesOf, request.reply)
  })
}

/**
 * Runs a worker in a separate thread, so that the encoding of an export never delays a call. A thread that dies, for example out of memory,
 * is replaced. Its jobs return to the queue when their lease expires.
 */
export function startWorkerThread(entry: URL, log: Deps['log']): WorkerThread {
  let isStopping = false
  let thread = startThread()

  function startThread(): Worker {
    const worker = new Worker(entry)
    worker.on('error', (error) => log.error({ err: error }, 'the worker thread failed'))
    worker.once('exit', () => {
      if (isStopping) return
      log.error('the worker thread ended; starting another')
      setTimeout(() => {
        if (!isStopping) thread = startThread()
      }, restartMs).unref()
    })
    return worker
  }
  return {
    // The id of an ended thread is -1.
    isWorking: () => thread.threadId > 0,
    series: (stores) => askForSeries(thread, stores),
    async stop() {
      isStopping = true
      if (thread.threadId <= 0) return
      thread.postMessage('stop' satisfies ThreadRequest, [])
      const late = new AbortController()
      await Promise.race([once(thread, 'exit'), pause(stopMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      await thread.terminate()
    },
  }
}
