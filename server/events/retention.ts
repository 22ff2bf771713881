import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { removeEvents } from '#server/events/repo.ts'

const dayMs = 24 * 3_600_000

/** Removes the events that streams do not go back to. */
export const removeOldEvents = ({ database, now }: Deps) => removeEvents(database, new Date(now() - limits.events.keepDays * dayMs))
