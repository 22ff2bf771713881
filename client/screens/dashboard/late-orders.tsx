import { Text } from '@mantine/core'
import { counted } from '#client/format/words.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { limits } from '#shared/limits.ts'
import type { OrderFigures } from '#shared/order-figures.ts'
import type { Store } from '#shared/stores.ts'
import classes from './needs-attention.module.css'
import { useOrderFigures, useCountedStores } from '#client/figures/order-figures.ts'
import { overdueOrders } from './order-links.ts'

type LateStore = { store: Store; figures: OrderFigures; overdue: number }

/** The stores with late orders, those with the most first, as far as the stores have been counted. */
export function useLateStores(all: readonly Store[]): LateStore[] {
  const stores = useCountedStores(all)
  const { known } = useOrderFigures(stores)
  return stores
    .flatMap((store) => {
      const figures = known.get(store.id)?.figures
      return figures?.overdue ? [{ store, figures, overdue: figures.overdue }] : []
    })
    .toSorted((one, other) => other.overdue - one.overdue)
}

/** The late orders of a store, with the way to them. `now` in ms. */
export function LateOrders({ late: { store, figures, overdue }, now }: { late: LateStore; now: number }) {
  const { oldest } = figures
  return (
    <li className={classes.line}>
      <StoreMark id={store.id} name={store.name} />
      <div className={classes.text}>
        <div className={classes.what}>
          <bdi className={classes.name}>{store.name}</bdi>
          <span>
            {counted(overdue, 'order')} unfulfilled for more than {limits.orderFigures.overdueDays} days
          </span>
        </div>
        {oldest && (
          <Text size="xs" c="dimmed">
            The oldest is {oldest.orderName}, {relativeTime(oldest.createdAt, now)}
          </Text>
        )}
      </div>
      <TextLink to="/orders" search={overdueOrders(store, now)} aria-label={`Show orders of ${store.name} that are late`}>
        Show orders
      </TextLink>
    </li>
  )
}
