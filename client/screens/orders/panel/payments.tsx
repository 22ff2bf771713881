import { Text } from '@mantine/core'
import { formatMoney } from '#client/format/money.ts'
import { Moment } from '#client/format/moment.tsx'
import { statusWords } from '#client/format/words.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { Facts } from '#client/ui/facts.tsx'
import { Section } from '#client/ui/section.tsx'
import classes from './whole-order.module.css'

/** Payments, attempted payments and refunds. */
export function OrderPayments({ order, zone }: { order: OrderDetail; zone: string }) {
  const { payments, currency, paidAt, paymentMethods, paymentReferences } = order
  return (
    <Section title="Payments">
      <Facts
        facts={[
          { name: 'Paid', value: paidAt && <Moment at={paidAt} zone={zone} /> },
          { name: 'Method', value: paymentMethods.join(', ') },
          { name: 'Reference', value: paymentReferences.join(', ') },
        ]}
      />
      {payments.length === 0 && (
        <Text size="sm" c="dimmed">
          None
        </Text>
      )}
      <ul className={classes.lines}>
        {payments.map(({ kind, status, gateway, at, amount }, index) => (
          <li key={index} className={classes.line}>
            <div>
              <Text size="sm">
                {statusWords(kind)} · {statusWords(status)}
              </Text>
              <Text size="xs" c="dimmed">
                {gateway} {at && <Moment at={at} zone={zone} />}
              </Text>
            </div>
            <Text size="sm" className={classes.amount ?? ''}>
              {formatMoney(amount, currency)}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}
