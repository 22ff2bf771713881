import { AppError } from '#shared/errors.ts'
import { createGate } from '#server/platforms/gate.ts'

const retryAfterSeconds = 5

/** Runs `atOnce` tasks at the same time while up to `waiting` wait. Whoever comes past that is turned away with OVERLOADED. */
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
