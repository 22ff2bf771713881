import { Text } from '@mantine/core'
import { localTime } from '#client/format/local-time.ts'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { stateColors } from '#client/ui/store-state-word.tsx'
import { storeMessages } from '#shared/store-messages.ts'
import type { Store } from '#shared/stores.ts'
import classes from './stores.module.css'

/** `told`: a reason that the card already shows. */
type Props = Pick<Store, 'state' | 'stateSince' | 'stateReason'> & { told: string | null }

/** The outcome of the last call to the shop, and since when the store has this state. */
export function StoreStateLine({ state, stateSince, stateReason, told }: Props) {
  if (!state) return null
  return (
    <div className={classes.state}>
      <StateBadge label={storeMessages.states[state]} color={stateColors[state]} />
      {stateSince && (
        <Text size="xs" c="dimmed">
          since <time dateTime={stateSince}>{localTime(stateSince)}</time>
        </Text>
      )}
      {stateReason && stateReason !== told && state !== 'unreachable' && (
        <Text size="xs" className={classes.reason}>
          {stateReason}
        </Text>
      )}
    </div>
  )
}
