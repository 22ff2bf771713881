/** Who waits for a call. People come before exports, and exports before figures that nobody asked for at this moment. */
export type Priority = 'person' | 'export' | 'figures'

type Rule = {
  /** Lower ranks come first. */
  rank: number
  /** The part of the shop's bucket that these calls leave free, because calls of other processes are not visible here. */
  kept: number
  /** The part of the shop's rate limit that these calls may use together. */
  share: number
}

export const priorityRules: Readonly<Record<Priority, Rule>> = {
  person: { rank: 0, kept: 0, share: 1 },
  export: { rank: 1, kept: 0.2, share: 1 },
  figures: { rank: 2, kept: 0.2, share: 0.1 },
}
