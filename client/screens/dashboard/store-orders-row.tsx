import type { ReactNode } from 'react'
import { counted } from '#client/format/words.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { StoreStateWord } from '#client/ui/store-state-word.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { StoreOrderFigures } from '#shared/order-figures.ts'
import type { Store } from '#shared/stores.ts'
import { DayBars } from './day-bars.tsx'
import { ordersFrom, overdueOrders } from './order-links.ts'
import classes from './store-orders.module.css'

const WEEK = 7

type FigureProps = { count: number | null; label: string; search: ReturnType<typeof ordersFrom> }

/** A number that leads to the orders that it counts. */
const Figure = ({ count, label, search }: FigureProps): ReactNode =>
  count === null ? (
    <span className={classes.unknown}>–</span>
  ) : (
    <TextLink to="/orders" search={search} underline="hover" aria-label={`${label}: ${counted(count, 'order')}`}>
      {count.toLocaleString('en-US')}
    </TextLink>
  )

type Props = { store: Store; known: StoreOrderFigures | undefined; now: number }

/** The orders of one store in figures, as far as its shop has been counted. */
export function StoreOrdersRow({ store, known, now }: Props) {
  const { id, name, state } = store
  const figures = known?.figures ?? null
  const days = figures?.days ?? []
  const week = days.slice(-WEEK)
  const today = days.at(-1)
  const ofWeek = week.some(({ orders }) => orders === null) ? null : week.reduce((sum, { orders }) => sum + (orders ?? 0), 0)
  const late = figures?.overdue ?? 0
  const oldest = figures?.oldest
  return (
    <tr>
      <th scope="row">
        <div className={classes.store}>
          <StoreMark id={id} name={name} />
          <div>
            <TextLink to="/orders" search={ordersFrom(id)} underline="hover">
              <bdi>{name}</bdi>
            </TextLink>
            <div className={classes.note}>{known?.problem ?? (state !== 'connected' && <StoreStateWord state={state} />)}</div>
          </div>
        </div>
      </th>
      <td>
        <Figure
          count={today?.orders ?? null}
          label={`${name}, today`}
          search={ordersFrom(id, { createdAfter: today?.day, createdBefore: today?.day })}
        />
      </td>
      <td>
        <Figure
          count={figures ? ofWeek : null}
          label={`${name}, last ${WEEK} days`}
          search={ordersFrom(id, { createdAfter: week[0]?.day, createdBefore: today?.day })}
        />
      </td>
      <td className={classes.bars}>{figures && <DayBars days={days} />}</td>
      <td>
        <Figure count={figures?.tabs.unfulfilled ?? null} label={`${name}, unfulfilled`} search={ordersFrom(id, { tab: 'unfulfilled' })} />
        {late > 0 && (
          <div className={classes.late}>
            <TextLink
              to="/orders"
              search={overdueOrders(store, now)}
              c="inherit"
              underline="hover"
              aria-label={`${name}: ${late.toLocaleString('en-US')} late orders`}
            >
              {late.toLocaleString('en-US')} late
            </TextLink>
          </div>
        )}
      </td>
      <td className={classes.oldest}>
        {oldest && (
          <>
            <TextLink
              to="/orders"
              search={ordersFrom(id, { tab: 'unfulfilled', order: { storeId: id, orderId: oldest.platformOrderId } })}
              underline="hover"
              aria-label={`${name}, oldest unfulfilled order: ${oldest.orderName}`}
            >
              {oldest.orderName}
            </TextLink>
            <div className={classes.note}>{relativeTime(oldest.createdAt, now)}</div>
          </>
        )}
      </td>
    </tr>
  )
}
