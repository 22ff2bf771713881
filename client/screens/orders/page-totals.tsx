import { Text } from '@mantine/core'
import { formatMoney, totalsByCurrency } from '#client/format/money.ts'
import type { Order } from '#shared/orders.ts'
import { storeMessages } from '#shared/store-messages.ts'

/** What the orders of the page come to, each currency by itself. `without`: the names of the stores whose orders are missing. */
export function PageTotals({ orders, without }: { orders: readonly Order[]; without: readonly string[] }) {
  if (orders.length === 0) return null
  const totals = totalsByCurrency(orders).map(({ currency, total }) => formatMoney(total, currency))
  return (
    <Text size="sm">
      Page total <b>{totals.join(' · ')}</b>
      {without.length > 0 && ` ${storeMessages.totalWithout(without)}`}
    </Text>
  )
}
