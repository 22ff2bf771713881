/** The limits of schedules. They stand apart from `limits` because only the screens of schedules need them. */
export const scheduleLimits = {
  /** The maximum number of one person's schedules. */
  perPerson: 50,
  /** The shortest interval of a cron text. */
  minutesApart: 5,
  /** How many next runs are answered. */
  nextRuns: 5,
  cronLength: 200,
  runsPage: 50,
  maxRunsPage: 100,
  /** From this delay on, a run counts as missed. A restart of the server takes less. */
  missedAfterMs: 10 * 60_000,
  /** How soon a schedule that waits for its last run is looked at again. */
  waitMs: 5_000,
  /** The missed instants of one schedule are counted up to this number. */
  missedCounted: 1_000,
  /** How many due schedules are read at once. */
  readAtOnce: 50,
  /** How far back a run for changes reads again: for writes that a shop shows late, and clocks that differ. */
  overlapMs: 10 * 60_000,
} as const
