import { Text } from '@mantine/core'
import { formatMoney, totalsByCurrency } from '#client/format/money.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import type { Order } from '#shared/orders.ts'

/** What the selected orders come to, each currency by itself, and a button that copies their numbers, one a line. */
export function SelectedOrders({ orders }: { orders: readonly Order[] }) {
  const totals = totalsByCurrency(orders).map(({ currency, total }) => formatMoney(total, currency))
  return (
    <>
      <Text size="sm" fw={550}>
        {totals.join(' · ')}
      </Text>
      <CopyButton
        size="compact-sm"
        variant="transparent"
        fw={400}
        px={4}
        label="Copy numbers"
        value={orders.map(({ orderName }) => orderName).join('\n')}
      />
    </>
  )
}
