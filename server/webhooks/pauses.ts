const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after each failed attempt, in milliseconds. The last one is repeated, until the time for a delivery is over. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour] as const
const longest = 8 * hour

/** The pause after the attempt of this number, from 1. A receiver may ask for a longer one. */
export function pauseAfter(attempt: number, askedMs: number | null): number {
  return Math.max(pauses[attempt - 1] ?? longest, Math.min(askedMs ?? 0, longest))
}
