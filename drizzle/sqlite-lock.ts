import { setTimeout } from 'node:timers/promises'
import { isBusy } from '#drizzle/errors.ts'

const longestWaitMs = 5_000
/** The last pause is repeated. */
const pausesMs = [1, 2, 5, 10, 20, 50]

/**
 * Executes the statement when no other process or thread holds the write lock. SQLite's own busy_timeout would block the thread and all its
 * calls; these pauses do not. After 5 s of pauses, it throws SQLite's own error.
 */
export async function whenFree<T>(statement: () => T, pause: (ms: number) => Promise<unknown> = setTimeout): Promise<T> {
  let waitedMs = 0
  for (let turn = 0; ; turn += 1) {
    try {
      return statement()
    } catch (error) {
      if (waitedMs >= longestWaitMs || !isBusy(error)) throw error
    }
    const pauseMs = pausesMs[turn] ?? pausesMs.at(-1) ?? 0
    await pause(pauseMs)
    waitedMs += pauseMs
  }
}
