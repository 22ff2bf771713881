import { Text } from '@mantine/core'
import { formatMoney, isZero, timesMoney } from '#client/format/money.ts'
import { Joined } from '#client/ui/joined.tsx'
import { Thumbnail } from '#client/ui/thumbnail.tsx'
import type { OrderLine } from '#shared/orders.ts'
import { Section } from '#client/ui/section.tsx'
import classes from './whole-order.module.css'

type Props = { lines: readonly OrderLine[]; currency: string }

const states = { fulfilled: 'Fulfilled', partial: 'Partly fulfilled', pending: 'Not fulfilled' } as const

function Line({ line, currency }: { line: OrderLine; currency: string }) {
  const { name, sku, vendor, quantity, price, compareAtPrice, discount, fulfillmentStatus, image } = line
  const about = [sku && `SKU ${sku}`, vendor, states[fulfillmentStatus]].flatMap((part) => part || [])
  const lineTotal = timesMoney(price, quantity)
  const isReduced = compareAtPrice !== null && Number(compareAtPrice) > Number(price)
  return (
    <li className={classes.line}>
      <Thumbnail image={image} />
      <div className={classes.what}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          <Joined parts={about} by=" · " />
        </Text>
      </div>
      <Text size="sm" className={classes.amount ?? ''}>
        {isReduced && <s className={classes.before}>{formatMoney(compareAtPrice, currency)}</s>}
        {formatMoney(price, currency)} × {quantity}
        {lineTotal !== null && quantity > 1 && ` = ${formatMoney(lineTotal, currency)}`}
        {!isZero(discount) && (
          <Text span size="xs" c="dimmed" display="block">
            −{formatMoney(discount, currency)} discount
          </Text>
        )}
      </Text>
    </li>
  )
}

/** What was bought, as ordered. */
export const OrderLines = ({ lines, currency }: Props) => (
  <Section title={lines.length === 1 ? '1 line item' : `${lines.length} line items`}>
    <ul className={classes.lines}>
      {lines.map((line, index) => (
        <Line key={index} line={line} currency={currency} />
      ))}
    </ul>
  </Section>
)
