import { formatMoney, isZero } from '#client/format/money.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { Section } from '#client/ui/section.tsx'
import classes from './whole-order.module.css'

/** How the total is calculated, and how much of it was refunded. */
export function OrderSums({ order }: { order: OrderDetail }) {
  const { currency, discountAmount, discountCodes, refundedAmount } = order
  const sums = [
    { name: 'Subtotal', amount: order.subtotal },
    { name: ['Discount', ...discountCodes].join(' '), amount: discountAmount, isShown: !isZero(discountAmount) },
    { name: 'Shipping', amount: order.shipping },
    { name: 'Taxes', amount: order.taxes },
    { name: 'Total', amount: order.total, isMain: true },
    { name: 'Refunded', amount: refundedAmount, isShown: !isZero(refundedAmount) },
  ]
  return (
    <Section title="Summary">
      <dl className={classes.sums}>
        {sums
          .filter(({ isShown = true }) => isShown)
          .map(({ name, amount, isMain }) => (
            <div key={name} className={classes.sum} data-main={isMain}>
              <dt>{name}</dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}
