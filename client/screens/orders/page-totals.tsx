import { Text } from '@mantine/core'
import { formatMoney, totalsByCurrency } from '#client/money.ts'
import type { Order } from '#shared/orders.ts'

/** What the orders of the page come to, each currency by itself. */
export function PageTotals({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  const totals = totalsByCurrency(orders).map(({ currency, total }) => formatMoney(total, currency))
  return (
    <Text size="sm">
      Page total <b>{totals.join(' · ')}</b>
    </Text>
  )
}
