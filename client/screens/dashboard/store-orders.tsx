import { Button, Group, Text, Title } from '@mantine/core'
import { say } from '#client/failure.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { useNow } from '#client/jobs/use-now.ts'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'
import { useOrderFigures, useCountedStores } from '#client/figures/order-figures.ts'
import { useFirstStores } from './first-stores.tsx'
import { StoreOrdersRow } from './store-orders-row.tsx'
import classes from './store-orders.module.css'

/** The orders of each store in figures. The rows stand at once, and their figures come when the shops have been counted. */
export function StoreOrders({ stores: all }: { stores: readonly Store[] }) {
  const stores = useCountedStores(all)
  const { known, error, retry } = useOrderFigures(stores)
  const now = useNow(0)
  const { shown, button } = useFirstStores(stores, 'stores')
  if (stores.length === 0) return null
  const taken = [...known.values()].flatMap(({ figures }) => figures?.takenAt ?? []).toSorted()
  return (
    <section aria-labelledby="store-orders">
      <div className={classes.head}>
        <Title order={2} id="store-orders">
          Orders by store
        </Title>
        {error ? (
          <Group gap="xs" role="alert">
            <Text size="xs" c="var(--mantine-color-error)">
              {say(error)}
            </Text>
            <Button size="compact-xs" variant="default" onClick={retry}>
              Retry
            </Button>
          </Group>
        ) : (
          <Text size="xs" c="dimmed">
            {taken[0] === undefined ? 'Counting…' : `Counted ${relativeTime(taken[0], now)}`}
          </Text>
        )}
      </div>
      <ScrollRegion label="Orders by store, figures" className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Store</th>
              <th scope="col">Today</th>
              <th scope="col">7 days</th>
              <th scope="col" className={classes.bars}>
                {limits.orderFigures.days} days
              </th>
              <th scope="col">Unfulfilled</th>
              <th scope="col" className={classes.oldest}>
                Oldest
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((store) => (
              <StoreOrdersRow key={store.id} store={store} known={known.get(store.id)} now={now} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {button}
    </section>
  )
}
