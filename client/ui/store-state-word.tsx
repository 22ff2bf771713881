import { storeMessages } from '#shared/store-messages.ts'
import type { StoreState } from '#shared/stores.ts'
import classes from './store-state-word.module.css'

/** The colour of each store state. */
export const stateColors = { connected: 'green', limited: 'yellow', refused: 'red', unreachable: 'orange' } as const satisfies Record<
  StoreState,
  string
>

/** A store's state in small text. Renders nothing before the first call to the shop. */
export const StoreStateWord = ({ state }: { state: StoreState | null }) =>
  state && (
    <span className={classes.state}>
      <span className={classes.dot} style={{ backgroundColor: `var(--mantine-color-${stateColors[state]}-filled)` }} aria-hidden />
      {storeMessages.states[state]}
    </span>
  )
