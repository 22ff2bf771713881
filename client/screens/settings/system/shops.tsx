import { Text } from '@mantine/core'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { StoreStateWord } from '#client/ui/store-state-word.tsx'
import { traits } from '#shared/platforms.ts'
import { systemMessages } from '#shared/system-messages.ts'
import type { SystemStore } from '#shared/system.ts'
import classes from './system.module.css'
import { number, when } from './system-words.ts'

/** What the last calls to a shop found. */
function State({ store: { isActive, state, stateSince, stateReason, isHeldBack }, at }: { store: SystemStore; at: string }) {
  return (
    <>
      {isActive ? state ? <StoreStateWord state={state} /> : 'Not called yet' : 'Inactive'}
      {isActive && stateSince && (
        <Text c="dimmed" size="xs">
          since {when(stateSince, at)}
        </Text>
      )}
      {stateReason && <Text size="xs">{stateReason}</Text>}
      {isHeldBack && <Text size="xs">{systemMessages.heldBack}</Text>}
    </>
  )
}

/** The shops of all stores. @param at the time of the answer */
export function Shops({ stores, at }: { stores: readonly SystemStore[]; at: string }) {
  if (stores.length === 0) return <Text size="sm">{systemMessages.noShops}</Text>
  return (
    <ScrollRegion className={classes.region} label="Table of shops">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Store</th>
            <th scope="col">State</th>
            <th scope="col">Last successful call</th>
            <th scope="col">Circuit</th>
            <th scope="col">Calls left</th>
          </tr>
        </thead>
        <tbody>
          {stores.map((store) => (
            <tr key={store.id}>
              <th scope="row">
                {store.name}
                <Text c="dimmed" size="xs">
                  {traits[store.platform].label}
                </Text>
              </th>
              <td className={classes.sentence}>
                <State store={store} at={at} />
              </td>
              <td>{store.lastAnswerAt ? when(store.lastAnswerAt, at) : systemMessages.noAnswerYet}</td>
              <td>
                <StateBadge {...(store.isHeldBack ? { label: 'Open', color: 'orange' } : { label: 'Closed', color: 'green' })} />
              </td>
              <td>{store.budget ? `${number(store.budget.available)} of ${number(store.budget.maximum)}` : systemMessages.notTold}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
