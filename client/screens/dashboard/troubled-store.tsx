import { Text } from '@mantine/core'
import { Can } from '#client/session/can.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { stateColors } from '#client/ui/store-state-word.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { storeMessages } from '#shared/store-messages.ts'
import type { Store, StoreState } from '#shared/stores.ts'
import classes from './needs-attention.module.css'

/** The worst first. A connected store needs nothing, and neither does an inactive one. */
const troubles: readonly StoreState[] = ['refused', 'unreachable', 'limited']
const rankOf = ({ active, state }: Store) => (active && state !== null ? troubles.indexOf(state) : -1)

/** The stores whose last call failed or lacked rights, the worst first. */
export const troubledOf = (stores: readonly Store[]): Store[] =>
  stores.filter((store) => rankOf(store) >= 0).toSorted((one, other) => rankOf(one) - rankOf(other))

/** Why a store needs attention, with the way to its form for those who may change it. */
export function TroubledStore({ store: { id, name, state, stateReason } }: { store: Store }) {
  return (
    <li className={classes.line}>
      <StoreMark id={id} name={name} />
      <div className={classes.text}>
        <div className={classes.what}>
          <bdi className={classes.name}>{name}</bdi>
          {state && <StateBadge label={storeMessages.states[state]} color={stateColors[state]} />}
        </div>
        {stateReason && (
          <Text size="xs" c="dimmed">
            {stateReason}
          </Text>
        )}
      </div>
      <Can do="stores.update" storeId={id} otherwise={<TextLink to="/stores">Show stores</TextLink>}>
        <TextLink to="/stores" search={{ edit: id }} aria-label={`Edit ${name}`}>
          Edit
        </TextLink>
      </Can>
    </li>
  )
}
