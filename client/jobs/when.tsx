import { useId } from 'react'
import { exactMomentIn } from '#client/format/store-time.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import classes from './when.module.css'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** A moment as seen from `now` (ms); on hover and focus to the second, in this machine's zone. */
export function When({ at, now }: { at: string; now: number }) {
  const exact = useId()
  return (
    <span className={classes.when}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact moment must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} aria-describedby={exact}>
        {relativeTime(at, now)}
      </time>
      <span role="tooltip" id={exact} className={classes.exact}>
        {exactMomentIn(timeZone, at)}
      </span>
    </span>
  )
}
