/** `givesWay`: the task has low priority. It starts after all others and never uses the reserved slots. */
export type GateEntry = { givesWay?: boolean | undefined; signal?: AbortSignal | undefined }

/** Limits the number of parallel tasks. The others wait in order of arrival. */
export type Gate = { run<T>(task: () => Promise<T>, entry?: GateEntry): Promise<T> }

type Waiting = { givesWay: boolean; enter: () => void }

/** @param kept slots that are reserved for tasks with normal priority. */
export function createGate(width: number, kept = 0): Gate {
  const waiting: Waiting[] = []
  let running = 0

  const hasRoom = (givesWay: boolean) => running < (givesWay ? width - kept : width)

  /** The next task that may start now. */
  function admit() {
    const next = waiting.find((one) => !one.givesWay) ?? waiting[0]
    if (!next || !hasRoom(next.givesWay)) return
    waiting.splice(waiting.indexOf(next), 1)
    running++
    next.enter()
  }

  async function enter({ givesWay = false, signal }: GateEntry) {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const mine = { givesWay, enter: resolve }
    const leave = () => {
      const index = waiting.indexOf(mine)
      if (index !== -1) waiting.splice(index, 1)
      reject(signal?.reason)
    }
    waiting.push(mine)
    signal?.addEventListener('abort', leave, { once: true })
    admit()
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    async run(task, entry = {}) {
      await enter(entry)
      try {
        return await task()
      } finally {
        running--
        admit()
      }
    },
  }
}
