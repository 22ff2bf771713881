import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Worker as JobWorker } from '#server/jobs/worker.ts'
import { threadGauges, type Series, type StoreIds, type ThreadGauges, type ThreadMetrics } from '#server/metrics/exposition.ts'

const restartMs = 1_000
/**
 * A smaller new space than that of the main thread, which answers calls: the thread makes more garbage than it keeps, and would only take
 * memory. V8 reads the flag where it begins a thread, and it holds for each thread from then on.
 */
export const workerNewSpace = '--max-semi-space-size=2'
const stopMs = 10_000

/** The worker of a process that also serves calls. */
export type WorkerThread = {
  /** Whether other processes see that it takes jobs. */
  isWorking: () => boolean
  /** The metrics of the thread. Empty while it does not answer. */
  series: (stores: StoreIds) => Promise<Series>
  /** The gauges of the thread. null while it does not answer. */
  gauges: (stores: StoreIds) => Promise<ThreadGauges | null>
  stop(): Promise<void>
}

/** What the thread is asked, and what it answers. */
export type ThreadRequest = 'stop' | { wanted: 'series' | 'gauges'; stores: string[] | null; reply: MessagePort }

/** What the thread says by itself, once its worker is seen. */
const working = 'working'

const answerMs = 1_000
const SeriesAnswer = z.tuple([z.record(z.string(), z.string())])
const GaugeValues = z.array(z.object({ labels: z.record(z.string(), z.string()), value: z.number() }))
const GaugesAnswer = z.tuple([z.record(z.enum(threadGauges), GaugeValues)])

/** A port of its own for each question, so that a late answer is never taken for another. null: there is none in time. */
async function ask<Answer>(
  thread: Worker,
  wanted: 'series' | 'gauges',
  stores: StoreIds,
  answer: z.ZodType<[Answer]>,
): Promise<Answer | null> {
  const { port1: mine, port2: reply } = new MessageChannel()
  try {
    const answered = once(mine, 'message', { signal: AbortSignal.timeout(answerMs) })
    thread.postMessage({ wanted, stores: stores && [...stores], reply } satisfies ThreadRequest, [reply])
    return answer.parse(await answered)[0]
  } catch {
    return null
  } finally {
    mine.close()
  }
}

type Thread = { port: MessagePort; metrics: Pick<ThreadMetrics, 'series' | 'gauges'>; worker: Pick<JobWorker, 'seen'> | null }

/** Tells the main thread that the worker is seen, and answers it. @param onStop called once it asks to stop */
export function answerMainThread({ port, metrics, worker }: Thread, onStop: () => void) {
  async function answer({ wanted, stores, reply }: Exclude<ThreadRequest, 'stop'>) {
    reply.postMessage(await metrics[wanted](stores && new Set(stores)), [])
    reply.close()
  }
  port.on('message', (request: ThreadRequest) => {
    if (request === 'stop') onStop()
    else void answer(request)
  })
  void worker?.seen.then(() => port.postMessage(working, []))
}

/**
 * Runs a worker in a separate thread, so that the encoding of an export never delays a call. A thread that dies, for example out of memory,
 * is replaced. Its jobs return to the queue when their lease expires.
 */
export function startWorkerThread(entry: URL, log: Deps['log']): WorkerThread {
  let isStopping = false
  let isSeen = false
  let thread = startThread()

  function startThread(): Worker {
    setFlagsFromString(workerNewSpace)
    const worker = new Worker(entry)
    worker.once('message', (said) => (isSeen = said === working))
    worker.on('error', (error) => log.error({ err: error }, 'the worker thread failed'))
    worker.once('exit', () => {
      isSeen = false
      if (isStopping) return
      log.error('the worker thread ended; starting another')
      setTimeout(() => {
        if (!isStopping) thread = startThread()
      }, restartMs).unref()
    })
    return worker
  }
  return {
    // Before, the process would count as ready for as long as another one has a worker, and not any more once that one stops.
    isWorking: () => isSeen,
    series: async (stores) => (await ask(thread, 'series', stores, SeriesAnswer)) ?? {},
    gauges: (stores) => ask(thread, 'gauges', stores, GaugesAnswer),
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
