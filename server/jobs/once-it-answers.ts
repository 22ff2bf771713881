import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from '#server/jobs/outage.ts'

const pauseMs = 1_000

/** Retries a database call until it answers or `stopping` aborts, because the result of a job must not be lost. */
export async function onceItAnswers<T>(work: () => Promise<T>, stopping: AbortSignal, isPassing = isDatabaseAway): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || stopping.aborted) throw error
      await pause(pauseMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
}
