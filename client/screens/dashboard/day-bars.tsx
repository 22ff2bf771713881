import { dayInWords } from '#client/format/words.ts'
import type { OrderFigures } from '#shared/order-figures.ts'
import classes from './day-bars.module.css'

const WIDTH = 6
const GAP = 2
const HEIGHT = 28

/** The words of the picture: its total, and its best day. */
function wordsFor(days: OrderFigures['days']): string {
  const counts = days.map(({ orders }) => orders ?? 0)
  const most = Math.max(...counts)
  const best = days[counts.indexOf(most)]
  const total = counts.reduce((sum, count) => sum + count, 0)
  return `${total} orders in ${days.length} days${best && most > 0 ? `, most on ${dayInWords(best.day)}: ${most}` : ''}`
}

/** The orders of each day as small bars, the last one today. Renders nothing until all days are counted. */
export function DayBars({ days }: { days: OrderFigures['days'] }) {
  if (days.some(({ orders }) => orders === null)) return null
  const most = Math.max(1, ...days.map(({ orders }) => orders ?? 0))
  return (
    <svg className={classes.bars} role="img" aria-label={wordsFor(days)} width={days.length * (WIDTH + GAP) - GAP} height={HEIGHT}>
      {days.map(({ day, orders }, index) => {
        const height = Math.max(1, Math.round(((orders ?? 0) / most) * HEIGHT))
        return (
          <rect key={day} x={index * (WIDTH + GAP)} y={HEIGHT - height} width={WIDTH} height={height} rx={1}>
            <title>{`${dayInWords(day)}: ${orders ?? 0}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
