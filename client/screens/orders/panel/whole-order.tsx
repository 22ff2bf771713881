import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Moment } from '#client/format/moment.tsx'
import { statusWords } from '#client/format/words.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import type { OrderDetail } from '#shared/orders.ts'
import { traits } from '#shared/platforms.ts'
import { adminLink } from '#shared/shop-links.ts'
import type { Store } from '#shared/stores.ts'
import { Address } from './address.tsx'
import { noCustomer } from '#client/screens/orders/columns.tsx'
import { panelKeys } from '#client/ui/list-keys.ts'
import { Facts } from '#client/ui/facts.tsx'
import { OrderFulfillments } from './fulfillments.tsx'
import { OrderLines } from './lines.tsx'
import { OrderPayments } from './payments.tsx'
import { OrderSums } from './sums.tsx'
import { OrderTimeline } from './timeline.tsx'
import { Section } from '#client/ui/section.tsx'
import { FulfillmentBadge, PaymentBadge } from '#client/screens/orders/status-badges.tsx'

type Props = { order: OrderDetail; store: Store }

const yesOrNo = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No')

/** Everything about one order, from what was bought to what else is known. */
export function WholeOrder({ order, store }: Props) {
  const zone = store.timezone
  const { customer, email, phone, tags, note, noteAttributes, channel, riskLevel } = order
  return (
    <Stack gap="lg">
      <div>
        <Group gap={6}>
          <PaymentBadge status={order.financialStatus} />
          <FulfillmentBadge status={order.fulfillmentStatus} />
          <Anchor
            aria-keyshortcuts={panelKeys.openInShop}
            href={adminLink(store, 'orders', order.platformOrderId)}
            target="_blank"
            rel="noopener noreferrer"
            size="sm"
            ml="auto"
          >
            {`Open in ${traits[store.platform].label}`}
          </Anchor>
        </Group>
        <Text size="sm" c="dimmed" mt={6}>
          <bdi>{order.storeName}</bdi> · <Moment at={order.createdAt} zone={zone} />
        </Text>
      </div>
      <Group gap={6}>
        <CopyButton size="xs" variant="default" label="Copy number" value={order.orderName} />
        {email && <CopyButton size="xs" variant="default" label="Copy email" value={email} />}
        {phone && <CopyButton size="xs" variant="default" label="Copy phone" value={phone} />}
      </Group>
      <OrderTimeline order={order} zone={zone} />
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
      <Address shortcut={panelKeys.copy} title="Shipping address" address={order.shippingAddress} />
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
