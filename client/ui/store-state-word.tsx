import { storeMessages } from '#shared/store-messages.ts'
import type { StoreState } from '#shared/stores.ts'
import classes from './store-state-word.module.css'

/** The colour of each state of a store's shop, wherever it is shown. */
export const stateColors = { connected: 'green', limited: 'yellow', refused: 'red', unreachable: 'orange' } as const satisfies Record<
  StoreState,
  string
>

/** How the last call to a store's shop ended, in small; nothing where none was made. */
export const StoreStateWord = ({ state }: { state: StoreState | null }) =>
  state && (
    <span className={classes.state}>
      <span className={classes.dot} style={{ backgroundColor: `var(--mantine-color-${stateColors[state]}-filled)` }} aria-hidden />
      {storeMessages.states[state]}
    </span>
  )
