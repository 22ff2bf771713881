import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Deps } from '#server/deps.ts'

/** About a tenth of a processor that others want, too: enough to keep leases. */
const niceness = 10

/**
 * Lets the other threads of this machine go first, so that an export does not delay calls where processors are scarce. Only Linux gives each
 * thread a priority of its own; elsewhere, and where it is not allowed, nothing changes.
 */
export function yieldToCalls(log: Deps['log']): void {
  if (process.platform !== 'linux') return
  try {
    // A synchronous call runs in the thread that it asks about: `<process>/task/<thread>`.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread !== process.pid) setPriority(thread, niceness)
  } catch (error) {
    log.warn({ err: error }, 'The worker thread keeps its priority: exports may delay calls')
  }
}
