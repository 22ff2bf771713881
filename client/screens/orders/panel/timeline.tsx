import { Moment } from '#client/format/moment.tsx'
import { Section } from '#client/ui/section.tsx'
import type { OrderDetail } from '#shared/orders.ts'
import { orderEvents } from './timeline-events.ts'
import classes from './timeline.module.css'

/** What happened to the order, oldest first. */
export const OrderTimeline = ({ order, zone }: { order: OrderDetail; zone: string }) => (
  <Section title="Timeline">
    <ol className={classes.events}>
      {orderEvents(order).map(({ at, label }, index) => (
        <li key={index} className={classes.event}>
          <span>{label}</span>
          <span className={classes.time}>
            <Moment at={at} zone={zone} />
          </span>
        </li>
      ))}
    </ol>
  </Section>
)
