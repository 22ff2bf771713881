import { z } from 'zod'
import type { createSession } from './session.ts'

/** `isAsked`: the person signed out. */
const Ended = z.object({ userId: z.string(), isAsked: z.boolean().default(false) })

/** Connects the tabs of the browser under a name: through a channel, otherwise through storage events, otherwise not at all. */
export function openChannel(name: string, hear: (message: unknown) => void): (message: object) => void {
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
        // Only a change fires an event.
        localStorage.setItem(name, JSON.stringify(message))
        localStorage.removeItem(name)
      } catch {
        // The browser has no storage. Each tab hears of it from the server.
      }
    }
  }
}

/** Ends a person's session in all tabs when it ends in one of them. */
export function endInAllTabs(session: ReturnType<typeof createSession>): void {
  let userId = session.state().session?.user.id
  const tell = openChannel('sessionEnded', (message) => {
    const ended = Ended.safeParse(message)
    if (ended.success && ended.data.userId === userId) session.expire(ended.data.isAsked ? 'otherTab' : 'nobody')
  })
  session.subscribe((event, state) => {
    const before = userId
    userId = state.session?.user.id
    const isAsked = state.status === 'signedOut' && state.by !== 'nobody'
    if (event === 'SIGNED_OUT' && before !== undefined) tell({ userId: before, isAsked })
  })
}
