import { z } from 'zod'
import type { createSession } from './session.ts'

const name = 'sessionEnded'
const Ended = z.object({ userId: z.string() })

/** How the browser's tabs speak to each other: a channel, else the storage's events, else not at all. */
function openChannel(hear: (message: unknown) => void): (message: object) => void {
  try {
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }) => hear(data))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    return (message) => channel.postMessage(message)
  } catch {
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === name && newValue !== null) hear(JSON.parse(newValue))
    })
    return (message) => {
      try {
        // Only a change is an event.
        localStorage.setItem(name, JSON.stringify(message))
        localStorage.removeItem(name)
      } catch {
        // A browser that keeps nothing: each tab learns it with its next call.
      }
    }
  }
}

/** Ends a person's session in all tabs once it ends in one. */
export function endInAllTabs(session: ReturnType<typeof createSession>): void {
  let userId: string | undefined
  const tell = openChannel((message) => {
    const ended = Ended.safeParse(message)
    if (ended.success && ended.data.userId === userId) session.expire()
  })
  session.subscribe((event, { session: now }) => {
    const before = userId
    userId = now?.user.id
    if (event === 'SIGNED_OUT' && before !== undefined) tell({ userId: before })
  })
}
