import { use } from 'react'
import { storeColor, StoreColors, storeMonogram } from './store-look.ts'
import classes from './store-mark.module.css'

/** The coloured letters of a store. CSS draws them, so they are not text: the name is next to them. */
export const StoreMark = ({ id, name }: { id: string; name: string }) => (
  <span
    className={classes.mark}
    style={{ backgroundColor: storeColor(id, use(StoreColors)) }}
    data-letters={storeMonogram(name)}
    aria-hidden
  />
)
