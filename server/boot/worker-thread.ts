import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Deps } from '#server/deps.ts'

const restartMs = 1_000
const stopMs = 10_000

/** The worker of a process that also answers calls. */
export type WorkerThread = { isWorking: () => boolean; stop(): Promise<void> }

/**
 * Runs a worker in a thread of its own, so that encoding an export never makes a call wait. One that dies, out of memory for
 * instance, is replaced; its jobs go back into the queue when their lease runs out.
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
    // A thread that has ended has no id any more.
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
