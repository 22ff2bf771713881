import type { Deps } from '#server/deps.ts'
import { noteAbsent, notePresent } from '#server/system/presence-repo.ts'
import { limits } from '#shared/limits.ts'

/** The sign of life of a process that answers calls, so that owners see all of them. */
export type Presence = { id: string; close(): Promise<void> }

/** Gives it at once and then regularly. A database that does not answer is asked again the next time. */
export function keepPresent({ database, now, log }: Pick<Deps, 'database' | 'now' | 'log'>): Presence {
  const id = crypto.randomUUID()
  let underWay: Promise<void> = Promise.resolve()
  const tell = () => {
    underWay = notePresent(database, id, now()).catch((error: unknown) =>
      log.warn({ err: error }, 'the sign of life of this process could not be kept'),
    )
  }
  tell()
  const timer = setInterval(tell, limits.jobs.aliveEveryMs).unref()
  return {
    id,
    async close() {
      clearInterval(timer)
      await underWay
      await noteAbsent(database.db, id).catch((error: unknown) =>
        log.warn({ err: error }, 'that this process ended could not be noted; it is missed when its lease is over'),
      )
    },
  }
}
