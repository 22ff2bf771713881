import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Deps } from '#server/deps.ts'

const restartMs = 1_000
const stopMs = 10_000

/** The worker of a process that also serves calls. */
export type WorkerThread = { isWorking: () => boolean; stop(): Promise<void> }

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
    async stop() {
      isStopping = true
      if (thread.threadId <= 0) return
      thread.postMessage('stop', [])
      const late = new AbortController()
      await Promise.race([once(thread, 'exit'), pause(stopMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      await thread.terminate()
    },
  }
}
