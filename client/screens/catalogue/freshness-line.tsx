import classes from './catalogue.module.css'
import { useCopies } from './copies.ts'
import { freshnessWords } from './freshness.ts'

/** One quiet line about the age of what the list shows. It is not announced, because it changes all the time. */
export function FreshnessLine() {
  const { copies, at } = useCopies()
  const words = freshnessWords(copies, at)
  return <p className={classes.freshness}>{words.length > 0 ? words.join(' · ') : '\u00a0'}</p>
}
