const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A moment as seen from `now` (ms): "2 minutes ago", "in 29 days". Less than a minute away is "just now". */
export function relativeTime(moment: string, now: number): string {
  const ms = Date.parse(moment) - now
  for (const [unit, length] of units) if (Math.abs(ms) >= length) return format.format(Math.trunc(ms / length), unit)
  return 'just now'
}
