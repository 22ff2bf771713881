import { messages } from '#shared/messages.ts'
import type { Ticket } from '#server/platforms/bucket.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { sleep } from '#server/platforms/retry.ts'
import { unlessAborted } from '#server/platforms/unless-aborted.ts'

/** A call that has waited for its turn is sent only with so much time for the answer: the shop is not to blame for one that comes later. */
const LEAST_MS = 1_000

/** The wait for the rate limit, in milliseconds. Whoever knows it may be slow to tell: then it is as long as all the time that is left. */
async function askedWait(clock: Clock, ticket: Ticket, signal: AbortSignal | undefined, msLeft: number): Promise<number> {
  const told = ticket.waitMs()
  if (typeof told === 'number') return told
  const late = clock.deadline(msLeft)
  try {
    return await unlessAborted(told, signal ? AbortSignal.any([signal, late]) : late)
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted) return msLeft
    throw error
  }
}

type Waiting = { clock: Clock; store: string; onWait: (reason: string | null) => void }

/** Waits for the shop's rate limit. Returns the time that is left, or the further wait where that is too long. */
export async function untilPaid({ clock, store, onWait }: Waiting, ticket: Ticket, signal: AbortSignal | undefined, msAtFirst: number) {
  const end = clock.now() + msAtFirst
  const msLeft = () => end - clock.now()
  const ask = () => askedWait(clock, ticket, signal, msLeft())
  let waitMs = await ask()
  if (waitMs === 0) onWait(null)
  for (; waitMs > 0; waitMs = await ask()) {
    // The whole rest of the time, so that nobody waits for a turn that comes too late.
    if (waitMs > msLeft() - LEAST_MS) return { tooLongMs: Math.max(waitMs, msLeft()) }
    onWait(messages.platform.waiting(store))
    await sleep(clock, Math.min(waitMs, ticket.askAgainMs ?? waitMs), signal)
  }
  const left = msLeft()
  return left <= 0 || (left < LEAST_MS && msAtFirst >= LEAST_MS) ? { tooLongMs: LEAST_MS } : { msLeft: left }
}
