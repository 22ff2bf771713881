import { Anchor } from '@mantine/core'
import { countryName } from '#client/format/country-name.ts'
import { formatMoney } from '#client/format/money.ts'
import { Moment } from '#client/format/moment.tsx'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { columnsOf } from '#client/ui/table.tsx'
import type { ListColumn, Times } from '#shared/list-layout.ts'
import type { Order } from '#shared/orders.ts'
import type { Store } from '#shared/stores.ts'
import classes from './columns.module.css'
import { FulfillmentBadge, PaymentBadge } from './status-badges.tsx'

type Column = ListColumn<'orders'>
const column = columnsOf<Order>()

export const noCustomer = 'No customer'

export const orderColumnLabels: Record<Column, string> = {
  createdAt: 'Date',
  customer: 'Customer',
  total: 'Total',
  financialStatus: 'Payment',
  fulfillmentStatus: 'Fulfillment',
  items: 'Items',
  channel: 'Channel',
  country: 'Country',
  skus: 'SKUs',
}

const skusOf = ({ lineItems }: Order) => [...new Set(lineItems.flatMap(({ sku }) => sku || []))].join(', ')

/** The zone of each store's times, and whether each time has to name it. */
function zonesOf(stores: readonly Store[], times: Times) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Map(stores.map(({ id, timezone }) => [id, times === 'local' ? here : timezone]))
  return { zones, areNamed: times === 'local' || new Set(zones.values()).size > 1 }
}

type Options = { stores: readonly Store[]; shown: readonly Column[]; times: Times; onOpen: (order: Order) => void }

/** The chosen columns of the list in their order. The order's number is always the first one; its store is said where several are shown. */
export function orderTableColumns({ stores, shown, times, onOpen }: Options) {
  const { zones, areNamed } = zonesOf(stores, times)
  const header = orderColumnLabels
  const store = column.accessor('storeName', {
    header: 'Store',
    meta: { width: 155 },
    cell: ({ row, getValue }) => (
      <span className={classes.store}>
        <StoreMark id={row.original.storeId} name={getValue()} />
        <span className={classes.name}>{getValue()}</span>
      </span>
    ),
  })
  const all = {
    createdAt: column.accessor('createdAt', {
      header: header.createdAt,
      meta: { width: areNamed ? 235 : 175, sortKey: 'createdAt' },
      cell: ({ row, getValue }) => <Moment at={getValue()} zone={zones.get(row.original.storeId) ?? 'UTC'} isZoned={areNamed} />,
    }),
    customer: column.accessor(({ customer }) => customer?.name ?? noCustomer, {
      id: 'customer',
      header: header.customer,
      meta: { width: 150, takesRest: true, sortKey: 'customerName' },
    }),
    total: column.accessor(({ total, currency }) => formatMoney(total, currency), {
      id: 'total',
      header: header.total,
      meta: { width: 115, isNumber: true, sortKey: 'total', onCard: 'first' },
    }),
    financialStatus: column.accessor('financialStatus', {
      header: header.financialStatus,
      meta: { width: 142, sortKey: 'financialStatus' },
      cell: ({ getValue }) => <PaymentBadge status={getValue()} />,
    }),
    fulfillmentStatus: column.accessor('fulfillmentStatus', {
      header: header.fulfillmentStatus,
      meta: { width: 125, sortKey: 'fulfillmentStatus' },
      cell: ({ getValue }) => <FulfillmentBadge status={getValue()} />,
    }),
    items: column.accessor('lineItemsCount', { header: header.items, meta: { width: 72, isNumber: true, onCard: 'named' } }),
    channel: column.accessor('channel', { header: header.channel, meta: { width: 120, onCard: 'named' } }),
    country: column.accessor(({ shippingAddress: address }) => address?.country && countryName(address.country), {
      id: 'country',
      header: header.country,
      meta: { width: 150 },
    }),
    skus: column.accessor(skusOf, { id: 'skus', header: header.skus, meta: { width: 190, onCard: 'named' } }),
  } satisfies Record<Column, unknown>
  const chosen = [...new Set(shown)]
  return column.columns([
    column.accessor('orderName', {
      header: 'Order',
      // Without the customer no other column takes the rest.
      meta: { width: 110, takesRest: !chosen.includes('customer'), sortKey: 'orderName' },
      cell: ({ row, getValue }) => (
        <Anchor component="button" type="button" size="sm" fw={550} py={6} aria-haspopup="dialog" onClick={() => onOpen(row.original)}>
          {getValue()}
        </Anchor>
      ),
    }),
    ...(stores.length > 1 ? [store] : []),
    ...chosen.map((key) => all[key]),
  ])
}
