import { storeColor, storeMonogram } from './store-look.ts'
import classes from './store-mark.module.css'

/** A store at a glance. Its name stands beside it, so the letters are drawn only and no text of the page. */
export const StoreMark = ({ id, name }: { id: string; name: string }) => (
  <span className={classes.mark} style={{ backgroundColor: storeColor(id) }} data-letters={storeMonogram(name)} aria-hidden />
)
