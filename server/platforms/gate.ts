/** Lets a limited number of tasks run at once; the others wait in the order they came. */
export type Gate = { run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> }

export function createGate(width: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(signal?: AbortSignal) {
    signal?.throwIfAborted()
    if (running < width) {
      running++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(signal?.reason)
    }
    waiting.push(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** The place goes straight to the next in line, so that nobody overtakes. */
  function exit() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async run(task, signal) {
      await enter(signal)
      try {
        return await task()
      } finally {
        exit()
      }
    },
  }
}
