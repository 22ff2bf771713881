import { AppError } from '#shared/errors.ts'
import { createGate } from '#server/platforms/gate.ts'

const retryAfterSeconds = 5

/** Runs at most `atOnce` tasks at a time, while at most `waiting` tasks wait. Any further task fails with OVERLOADED. */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const gate = createGate(atOnce)
  let present = 0
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (present >= atOnce + waiting) throw new AppError('OVERLOADED', undefined, { retryAfterSeconds })
    present += 1
    try {
      return await gate.run(task)
    } finally {
      present -= 1
    }
  }
}
