/** The limits of keeping the catalogues of stores. They stand apart from `limits` because no screen needs them. */
export const catalogueLimits = {
  /**
   * Keeping the copy of the stores' catalogues: how often a shop is asked for changes, how far back it is asked again (for writes that it shows late,
   * and clocks that differ), how often it is asked how many products it has, how many products, with about how many variants, are written and how many ids read at once, how many stores a process reads at once and how
   * many of those as a whole, the hours of the night in which a store is compared, how long a silent process keeps a store, and the longest
   * pause after failures.
   */
  copy: {
    lookEveryMs: 60_000,
    overlapMs: 10 * 60_000,
    countEveryMs: 10 * 60_000,
    written: 300,
    writtenVariants: 5_000,
    idsRead: 1_000,
    storesAtOnce: 4,
    fillsAtOnce: 2,
    nightHours: { from: 1, until: 5 },
    leaseMs: 60_000,
    maxPauseMs: 15 * 60_000,
  },
  /**
   * What shops tell of changes: the size of a message, how many messages of one network address are taken, how many products are kept to be
   * asked for (above that, the shop is looked at as a whole), how many are asked for at once, how often a shop that tells is asked for changes
   * all the same, how often its subscriptions are checked, after a success and after a failure, and the pauses after which one that could not be
   * asked to stop is asked again.
   */
  hints: {
    bodyBytes: 1024 * 1024,
    perMinute: 12_000,
    kept: 1_000,
    askedAtOnce: 250,
    lookEveryMs: 10 * 60_000,
    subscribeEveryMs: 24 * 3_600_000,
    retryEveryMs: 3_600_000,
    endPausesMs: [1, 2, 4, 8, 16].map((days) => days * 24 * 3_600_000),
  },
} as const
