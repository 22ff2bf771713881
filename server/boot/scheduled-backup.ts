import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { WriteScheduled } from '#server/backup/schedule.ts'

/** What the process of a backup tells. */
export const BackupReport = z.union([
  z.object({
    done: z.object({ at: z.string(), bytes: z.int(), removed: z.array(z.string()), removalFailure: z.string().nullable() }),
  }),
  z.object({ failure: z.string() }),
])
export type BackupReport = z.infer<typeof BackupReport>

/** Writes the backup of the environment in a process of its own. */
export const writeScheduled: WriteScheduled = async (signal) => {
  const child = fork(fileURLToPath(import.meta.resolve('#server/boot/backup-process.ts')), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const leave = () => child.kill('SIGKILL')
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    const told: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])
    const { data: report } = BackupReport.safeParse(told[0])
    if (report && 'done' in report) return report.done
    throw new Error(report?.failure ?? 'The process of the backup ended early.')
  } finally {
    signal.removeEventListener('abort', leave)
    if (child.connected) child.disconnect()
  }
}
