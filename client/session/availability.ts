import { limits } from '#shared/limits.ts'
import { answers } from './send-auth.ts'

/** Whether the server answers and reaches its database. A 5xx from a proxy has none of our error codes, so it counts as no. */
async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/readyz').catch(() => null)
  if (!answer) return false
  if (answer.status < 500) return true
  const read = await answers().catch(() => null)
  return read !== null && read.isOurRefusal(answer)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Whether the server can be reached, as far as this page knows. A failed call only raises a suspicion. The server is then asked directly,
 * again and again until it is back, and counts as away from the first failure. Listeners are called on both changes.
 */
export function createAvailability(isThere: () => Promise<boolean>) {
  let isAway = false
  let watch: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function tell(now: boolean) {
    if (isAway === now) return
    isAway = now
    for (const listener of listeners) listener()
  }

  async function untilThere() {
    while (!(await isThere())) {
      tell(true)
      await pause(limits.availabilityMs)
    }
    tell(false)
  }

  /** Resolves as soon as the server answers. Simultaneous calls share one watch. */
  function untilAnswered(): Promise<void> {
    watch ??= untilThere().finally(() => {
      watch = undefined
    })
    return watch
  }

  return {
    suspect: (): void => void untilAnswered(),
    untilAnswered,
    isAway: () => isAway,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const availability = createAvailability(isServerThere)
