import { VisuallyHidden } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { use } from 'react'
import { StoreMark } from '#client/ui/store-mark.tsx'
import classes from './catalogue.module.css'
import { StoreAges } from './store-ages.ts'

/** A product's store. A clock says that its shop does not answer, and how old the row is. */
export function StoreCell({ id, name }: { id: string; name: string }) {
  const age = use(StoreAges).get(id)
  return (
    <span className={classes.store}>
      <StoreMark id={id} name={name} />
      <span className={classes.name}>{name}</span>
      {age && (
        <span className={classes.old} title={age}>
          <IconClockExclamation size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>, {age}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
