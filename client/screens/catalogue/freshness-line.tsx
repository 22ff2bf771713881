import { useNow } from '#client/jobs/use-now.ts'
import classes from './catalogue.module.css'
import { useCopies } from './copies.ts'
import { freshnessWords } from './freshness.ts'

/** One quiet line about the age of what the list shows. It is not announced, because it changes all the time. */
export function FreshnessLine() {
  const { copies, at } = useCopies()
  // Where no further answer comes, what is shown grows older all the same.
  const words = freshnessWords(copies, useNow(at))
  return <p className={classes.freshness}>{words.length > 0 ? words.join(' · ') : '\u00a0'}</p>
}
