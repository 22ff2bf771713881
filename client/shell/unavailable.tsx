import { useSyncExternalStore } from 'react'
import { availability } from '#client/session/availability.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import classes from './unavailable.module.css'

/** Says that the server is unreachable and that the page keeps trying. It is above every screen, also before the first one. */
export function Unavailable() {
  const isAway = useSyncExternalStore(availability.subscribe, availability.isAway)
  return (
    isAway && (
      <p role="alert" className={classes.line}>
        {operationMessages.unavailable}
      </p>
    )
  )
}
