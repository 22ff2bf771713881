/**
 * Who waits for a call. People come before exports, exports before the counts beside a list, those before figures that nobody asked for at
 * this moment, and all of them before the copy of the catalogue, which only ages by waiting.
 */
export const priorities = ['person', 'export', 'counts', 'figures', 'freshness'] as const
export type Priority = (typeof priorities)[number]

type Rule = {
  /** Lower ranks come first. */
  rank: number
  /** The part of the shop's bucket that these calls leave free, for people who come now, and where calls of other processes are not visible. */
  kept: number
  /** For capped calls, the part of `CAPPED_SHARE` that these may fill before they wait. null: not capped. */
  cap: number | null
}

/** The part of a shop's rate limit that all capped calls may use together. */
export const CAPPED_SHARE = 0.1

export const priorityRules: Readonly<Record<Priority, Rule>> = {
  person: { rank: 0, kept: 0, cap: null },
  export: { rank: 1, kept: 0.2, cap: null },
  counts: { rank: 2, kept: 0.2, cap: 1 },
  figures: { rank: 3, kept: 0.2, cap: 0.5 },
  // A fill takes as long as an export, so it is not capped. It leaves enough for an export of another process.
  freshness: { rank: 4, kept: 0.5, cap: null },
}
