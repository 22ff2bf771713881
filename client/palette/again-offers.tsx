import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { capitalized } from '#client/format/words.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { typeName } from '#client/format/job-words.ts'
import { useMyExports } from '#client/jobs/queries.ts'
import { jobRunner } from '#client/jobs/run-job.ts'
import { dayBefore } from '#shared/date-presets.ts'
import { isSettled } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import type { Offer } from './offers.ts'

/** When something was: yesterday by the calendar of this machine, otherwise how long ago. `now` in ms. */
function whenWas(moment: string, now: number): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const isYesterday = dayBefore(0, new Date(moment), timeZone) === dayBefore(1, new Date(now), timeZone)
  return isYesterday ? 'yesterday' : relativeTime(moment, now)
}

/** One's newest exports, to be run again; once something is typed, earlier ones too. */
export function useAgainOffers(isSearching: boolean): Offer[] {
  const { answer, asOf } = useMyExports()
  // Kept while the palette is open, so that a second attempt after a lost answer makes no second job.
  const [runners] = useState(() => new Map<string, () => Promise<void>>())
  function run(id: string) {
    const runner = runners.get(id) ?? jobRunner(id)
    runners.set(id, runner)
    return runner()
  }
  return (answer?.jobs ?? []).slice(0, isSearching ? limits.paletteJobs : 1).flatMap((job, index) => {
    if (!isSettled(job) || !job.canRun) return []
    const about = [capitalized(whenWas(job.createdAt, asOf)), ...job.stores.map(({ name }) => name)].join(', ')
    return [
      {
        id: `again-${job.id}`,
        label: index === 0 ? 'Run the last export again' : `Run the ${typeName(job.type)} again`,
        about: index === 0 ? `${capitalized(typeName(job.type))}, ${about}` : about,
        words: 'repeat retry',
        mark: <IconRepeat size={18} stroke={1.75} aria-hidden />,
        run: () => run(job.id),
      },
    ]
  })
}
