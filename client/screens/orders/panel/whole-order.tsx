import { Group, Stack, Text } from '@mantine/core'
import { Moment } from '#client/format/moment.tsx'
import { statusWords } from '#client/format/words.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { Address } from './address.tsx'
import { noCustomer } from '#client/screens/orders/columns.tsx'
import { Facts } from './facts.tsx'
import { OrderFulfillments } from './fulfillments.tsx'
import { OrderLines } from './lines.tsx'
import { OrderPayments } from './payments.tsx'
import { OrderSums } from './sums.tsx'
import { Section } from './section.tsx'
import { FulfillmentBadge, PaymentBadge } from '#client/screens/orders/status-badges.tsx'

type Props = { order: OrderDetail; /** The store's time zone. */ zone: string }

const yesOrNo = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No')

/** Everything about one order, from what was bought to what else is known. */
export function WholeOrder({ order, zone }: Props) {
  const { customer, email, phone, tags, note, noteAttributes, channel, riskLevel, cancelledAt } = order
  return (
    <Stack gap="lg">
      <div>
        <Group gap={6}>
          <PaymentBadge status={order.financialStatus} />
          <FulfillmentBadge status={order.fulfillmentStatus} />
        </Group>
        <Text size="sm" c="dimmed" mt={6}>
          <bdi>{order.storeName}</bdi> · <Moment at={order.createdAt} zone={zone} />
        </Text>
        {cancelledAt && (
          <Text size="sm" mt={2}>
            Cancelled <Moment at={cancelledAt} zone={zone} />
          </Text>
        )}
      </div>
      <OrderLines lines={order.lineItems} currency={order.currency} />
      <OrderSums order={order} />
      <Section title="Customer">
        <Facts
          facts={[
            { name: 'Name', value: customer?.name ?? noCustomer },
            { name: 'Email', value: email },
            { name: 'Phone', value: phone },
            { name: 'Accepts marketing', value: yesOrNo(order.acceptsMarketing) },
          ]}
        />
      </Section>
      <Address title="Shipping address" address={order.shippingAddress} />
      <Address title="Billing address" address={order.billingAddress} />
      <OrderPayments order={order} zone={zone} />
      <OrderFulfillments order={order} zone={zone} />
      <Section title="Details">
        <Facts
          facts={[
            { name: 'Note', value: note },
            ...noteAttributes,
            { name: 'Tags', value: tags.join(', ') },
            { name: 'Channel', value: channel },
            { name: 'Risk', value: riskLevel && statusWords(riskLevel) },
            { name: 'Order ID', value: order.platformOrderId },
          ]}
        />
      </Section>
    </Stack>
  )
}
