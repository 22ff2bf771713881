import { Anchor, Text } from '@mantine/core'
import { Moment } from '#client/format/moment.tsx'
import { statusWords } from '#client/format/words.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { Facts } from '#client/ui/facts.tsx'
import { Section } from '#client/ui/section.tsx'
import classes from './whole-order.module.css'

type Tracking = OrderDetail['fulfillments'][number]['tracking'][number]

/** Shops write these addresses: only those of the web become links. */
const isOfTheWeb = (url: string) => /^https?:\/\//i.test(url)

function TrackingLine({ tracking: { company, number, url } }: { tracking: Tracking }) {
  const text = [company, number].filter(Boolean).join(' ') || url
  return (
    <Text size="xs">
      {url && isOfTheWeb(url) ? (
        <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Text>
  )
}

/** The shipments and their tracking links. */
export function OrderFulfillments({ order, zone }: { order: OrderDetail; zone: string }) {
  const { fulfillments, fulfilledAt, shippingMethod } = order
  return (
    <Section title="Fulfillment">
      <Facts
        facts={[
          { name: 'Method', value: shippingMethod },
          { name: 'Fulfilled', value: fulfilledAt && <Moment at={fulfilledAt} zone={zone} /> },
        ]}
      />
      {fulfillments.length === 0 && (
        <Text size="sm" c="dimmed">
          Not shipped yet
        </Text>
      )}
      <ul className={classes.lines}>
        {fulfillments.map(({ status, createdAt, tracking }, index) => (
          <li key={index} className={classes.line}>
            <div>
              <Text size="sm">{statusWords(status)}</Text>
              {tracking.map((one, part) => (
                <TrackingLine key={part} tracking={one} />
              ))}
            </div>
            <Text size="xs" c="dimmed">
              {createdAt && <Moment at={createdAt} zone={zone} />}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}
