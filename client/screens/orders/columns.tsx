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
      meta: { width: 110 },
      cell: ({ row, getValue }) => (
        <Anchor component="button" type="button" size="sm" fw={550} py={6} aria-haspopup="dialog" onClick={() => onOpen(row.original)}>
          {getValue()}
        </Anchor>
      ),
    }),
    ...(stores.length > 1 ? [column.accessor('storeName', { header: 'Store', meta: { width: 150 } })] : []),
    column.accessor('createdAt', {
      header: 'Date',
      meta: { width: 175 },
      cell: ({ row, getValue }) => <Moment at={getValue()} zone={zones.get(row.original.storeId) ?? 'UTC'} />,
    }),
    column.accessor(({ customer }) => customer?.name ?? noCustomer, {
      id: 'customer',
      header: 'Customer',
      meta: { width: 170, takesRest: true },
    }),
    column.accessor(({ total, currency }) => formatMoney(total, currency), {
      id: 'total',
      header: 'Total',
      meta: { width: 115, isNumber: true },
    }),
    column.accessor('financialStatus', {
      header: 'Payment',
      meta: { width: 145 },
      cell: ({ getValue }) => <PaymentBadge status={getValue()} />,
    }),
    column.accessor('fulfillmentStatus', {
      header: 'Fulfillment',
      meta: { width: 125 },
      cell: ({ getValue }) => <FulfillmentBadge status={getValue()} />,
    }),
    column.accessor('lineItemsCount', { header: 'Items', meta: { width: 72, isNumber: true } }),
  ])
}
