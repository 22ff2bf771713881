import { useSyncExternalStore } from 'react'
import { availability } from '#client/session/availability.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import classes from './unavailable.module.css'

/** Says above every screen, and where there is none yet, that the server is away and asked again. */
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
