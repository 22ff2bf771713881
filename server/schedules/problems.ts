import type { Deps } from '#server/deps.ts'

/** What happened to a schedule, for the people who have to know. `recovered`: it works again. */
export type ScheduleProblem = {
  scheduleId: string
  kind: 'failed' | 'missed' | 'paused' | 'incomplete' | 'empty' | 'recovered'
  /** A sentence. */
  reason: string | null
  jobId: string | null
  at: Date
}

/** Tells people about schedules. It is called after the transaction; a failure is logged and changes nothing. */
export type OnScheduleProblem = (problem: ScheduleProblem) => Promise<void>

/** For now, problems only go to the log. */
export const tellOfSchedule =
  ({ log }: Pick<Deps, 'log'>): OnScheduleProblem =>
  ({ scheduleId: schedule, kind, reason, jobId: job }) => {
    log.info({ schedule, kind, reason, job }, 'a schedule has a problem, or works again')
    return Promise.resolve()
  }
