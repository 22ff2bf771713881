import { Anchor } from '@mantine/core'
import { formatMoney } from '#client/format/money.ts'
import { Moment } from '#client/format/moment.tsx'
import { columnsOf } from '#client/ui/table.tsx'
import type { Order } from '#shared/orders.ts'
import type { Store } from '#shared/stores.ts'
import { FulfillmentBadge, PaymentBadge } from './status-badges.tsx'

const column = columnsOf<Order>()

export const noCustomer = 'No customer'

/** The columns of the list; which store an order belongs to is said where several are shown. */
export function orderTableColumns(stores: readonly Store[], onOpen: (order: Order) => void) {
  const zones = new Map(stores.map(({ id, timezone }) => [id, timezone]))
  return column.columns([
    column.accessor('orderName', {
      header: 'Order',
      cell: ({ row, getValue }) => (
        <Anchor component="button" type="button" size="sm" fw={550} py={6} aria-haspopup="dialog" onClick={() => onOpen(row.original)}>
          {getValue()}
        </Anchor>
      ),
    }),
    ...(stores.length > 1 ? [column.accessor('storeName', { header: 'Store' })] : []),
    column.accessor('createdAt', {
      header: 'Date',
      cell: ({ row, getValue }) => <Moment at={getValue()} zone={zones.get(row.original.storeId) ?? 'UTC'} />,
    }),
    column.accessor(({ customer }) => customer?.name ?? noCustomer, { id: 'customer', header: 'Customer' }),
    column.accessor(({ total, currency }) => formatMoney(total, currency), { id: 'total', header: 'Total' }),
    column.accessor('financialStatus', { header: 'Payment', cell: ({ getValue }) => <PaymentBadge status={getValue()} /> }),
    column.accessor('fulfillmentStatus', { header: 'Fulfillment', cell: ({ getValue }) => <FulfillmentBadge status={getValue()} /> }),
    column.accessor('lineItemsCount', { header: 'Items' }),
  ])
}
