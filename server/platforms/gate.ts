import { priorityRules, type Priority } from '#server/platforms/priority.ts'

/** `priority`: default 'person'. The other tasks start later and never use the reserved slots. */
export type GateEntry = { priority?: Priority | undefined; signal?: AbortSignal | undefined }

/** Limits the number of parallel tasks. The others wait in order of arrival. */
export type Gate = { run<T>(task: () => Promise<T>, entry?: GateEntry): Promise<T> }

type Waiting = { priority: Priority; enter: () => void }

/** @param kept slots that are reserved for people. */
export function createGate(width: number, kept = 0): Gate {
  const waiting: Waiting[] = []
  let running = 0

  const hasRoom = (priority: Priority) => running < (priority === 'person' ? width : width - kept)

  /** The next task that may start now. */
  function admit() {
    const [next] = waiting.toSorted((one, other) => priorityRules[one.priority].rank - priorityRules[other.priority].rank)
    if (!next || !hasRoom(next.priority)) return
    waiting.splice(waiting.indexOf(next), 1)
    running++
    next.enter()
  }

  async function enter({ priority = 'person', signal }: GateEntry) {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const mine = { priority, enter: resolve }
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
