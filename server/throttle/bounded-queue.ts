import { AppError } from '#shared/errors.ts'
import { createGate } from '#server/platforms/gate.ts'

const retryAfterSeconds = 5

/**
 * Runs at most `atOnce` tasks at a time, while at most `waiting` tasks wait. Any further task fails with OVERLOADED. `assertRoom` throws it
 * beforehand, so that nothing is done for a task that would not run.
 */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const gate = createGate(atOnce)
  let present = 0
  const assertRoom = () => {
    if (present >= atOnce + waiting) throw new AppError('OVERLOADED', undefined, { retryAfterSeconds })
  }
  async function run<T>(task: () => Promise<T>): Promise<T> {
    assertRoom()
    present += 1
    try {
      return await gate.run(task)
    } finally {
      present -= 1
    }
  }
  return { run, assertRoom }
}
