import { localZone } from '#client/format/local-midnight.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { capitalized, dayInWords } from '#client/format/words.ts'
import { dayBefore } from '#shared/date-presets.ts'
import { limits } from '#shared/limits.ts'
import type { ValueHistory } from './value-history.ts'
import classes from './value-line.module.css'

const width = 300
const height = 40
/** Room for the line's own width at the edges. */
const inset = 3
const dayMs = 24 * 3_600_000
/** What is shown from before the first change: a part of the time since then, and at least so long. */
const leadPart = 0.15
const leastLeadMs = 60_000

/** The time that the lines show, in ms. */
export type ShownTime = { from: number; now: number }

/** From a little before the first change until now, but at most the 90 days that changes are kept for. */
export function shownTime(histories: readonly (ValueHistory | null)[], now: number): ShownTime {
  const first = Math.min(now, ...histories.flatMap((history) => history?.steps[0]?.at ?? []))
  const leadMs = Math.max((now - first) * leadPart, leastLeadMs)
  return { from: Math.max(first - leadMs, now - limits.housekeeping.catalogueChange * dayMs), now }
}

/** The corners of the line, as SVG paths. It is broken where there was no value. */
function pathsOf({ before, steps }: ValueHistory, { from, now }: ShownTime): { known: string; earlier: string } {
  const values = [before, ...steps.map(({ value }) => value)].filter((value) => value !== null)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => Math.round(Math.min(Math.max((at - from) / (now - from), 0), 1) * width * 10) / 10
  const y = (value: number) =>
    max === min ? height / 2 : Math.round((height - inset - ((value - min) / (max - min)) * (height - 2 * inset)) * 10) / 10
  let isDrawn = false
  const parts: string[] = []
  const begin = (at: number, value: number | null) => {
    if (value !== null) parts.push(isDrawn ? `V${y(value)}` : `M${x(at)} ${y(value)}`)
    isDrawn = value !== null
  }
  const first = steps[0]?.at ?? now
  begin(first, before)
  for (const [index, { at, value }] of steps.entries()) {
    begin(at, value)
    if (isDrawn) parts.push(`H${x(steps[index + 1]?.at ?? now)}`)
  }
  return { known: parts.join(''), earlier: before === null ? '' : `M0 ${y(before)}H${x(first)}` }
}

/** "from $5.00 to $6.00 since Nov 3, 2026, lowest $4.00, highest $6.00". */
function wordsOf({ before, steps }: ValueHistory, say: (value: number | null) => string): string {
  const all = [before, ...steps.map(({ value }) => value)]
  const values = all.filter((value) => value !== null)
  const since = dayBefore(0, new Date(steps[0]?.at ?? 0), localZone)
  const ends = `from ${say(before)} to ${say(all.at(-1) ?? null)} since ${dayInWords(since)}`
  return values.length < 2 ? ends : `${ends}, lowest ${say(Math.min(...values))}, highest ${say(Math.max(...values))}`
}

type Props = { label: string; history: ValueHistory; say: (value: number | null) => string; time: ShownTime }

/** How a value changed, as a line and in words. */
export function ValueLine({ label, history, say, time }: Props) {
  const { known, earlier } = pathsOf(history, time)
  return (
    <figure className={classes.figure}>
      <figcaption>
        <b>{label}</b> {wordsOf(history, say)}
      </figcaption>
      <svg className={classes.line} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path className={classes.earlier} d={earlier} />
        <path d={known} />
      </svg>
      <div className={classes.ends} aria-hidden>
        <span>{capitalized(relativeTime(new Date(time.from).toISOString(), time.now))}</span>
        <span>Now</span>
      </div>
    </figure>
  )
}
