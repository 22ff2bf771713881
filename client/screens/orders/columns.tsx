import { Anchor } from '@mantine/core'
import { countryName } from '#client/format/country-name.ts'
import { formatMoney } from '#client/format/money.ts'
import { Moment } from '#client/format/moment.tsx'
import { whenPainted } from '#client/ui/painted.ts'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { columnsOf } from '#client/ui/table-columns.ts'
import type { ListColumn, Times } from '#shared/list-layout.ts'
import type { Order } from '#shared/orders.ts'
import type { Store } from '#shared/stores.ts'
import classes from './columns.module.css'
import { FulfillmentBadge, PaymentBadge } from './status-badges.tsx'

type Column = ListColumn<'orders'>
const column = columnsOf<Order>()

export const noCustomer = 'No customer'

/** The header of each column, and its width in pixels. */
const of: Record<Column, { label: string; width: number; takesRest?: true }> = {
  createdAt: { label: 'Date', width: 175 },
  customer: { label: 'Customer', width: 150, takesRest: true },
  total: { label: 'Total', width: 115 },
  financialStatus: { label: 'Payment', width: 142 },
  fulfillmentStatus: { label: 'Fulfillment', width: 125 },
  items: { label: 'Items', width: 72 },
  channel: { label: 'Channel', width: 120 },
  country: { label: 'Country', width: 150 },
  skus: { label: 'SKUs', width: 190 },
}

const skusOf = ({ lineItems }: Order) => [...new Set(lineItems.flatMap(({ sku }) => sku || []))].join(', ')

/** The zone of each store's times, and whether each time has to name it. */
function zonesOf(stores: readonly Store[], times: Times) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Map(stores.map(({ id, timezone }) => [id, times === 'local' ? here : timezone]))
  return { zones, areNamed: times === 'local' || new Set(zones.values()).size > 1 }
}

/** Of a date with its zone. */
const zonedWidth = 235

/** A column for the columns menu. `width`: until a person changes it; null: it takes what the others leave. */
export function orderMenuColumn(key: Column, stores: readonly Store[], times: Times) {
  const { label, width, takesRest } = of[key]
  const own = key === 'createdAt' && zonesOf(stores, times).areNamed ? zonedWidth : width
  return { key, label, width: takesRest ? null : own }
}

type Options = { stores: readonly Store[]; shown: readonly Column[]; times: Times; onOpen: (order: Order) => void }

/** The chosen columns of the list in their order. The order's number is always the first one; its store is said where several are shown. */
export function orderTableColumns({ stores, shown, times, onOpen }: Options) {
  const { zones, areNamed } = zonesOf(stores, times)
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
      header: of.createdAt.label,
      meta: { width: areNamed ? zonedWidth : of.createdAt.width, sortKey: 'createdAt' },
      cell: ({ row, getValue }) => <Moment at={getValue()} zone={zones.get(row.original.storeId) ?? 'UTC'} isZoned={areNamed} />,
    }),
    customer: column.accessor(({ customer }) => customer?.name ?? noCustomer, {
      id: 'customer',
      header: of.customer.label,
      meta: { width: of.customer.width, takesRest: true, sortKey: 'customerName' },
    }),
    total: column.accessor(({ total, currency }) => formatMoney(total, currency), {
      id: 'total',
      header: of.total.label,
      meta: { width: of.total.width, isNumber: true, sortKey: 'total', onCard: 'first' },
    }),
    financialStatus: column.accessor('financialStatus', {
      header: of.financialStatus.label,
      meta: { width: of.financialStatus.width, sortKey: 'financialStatus' },
      cell: ({ getValue }) => <PaymentBadge status={getValue()} />,
    }),
    fulfillmentStatus: column.accessor('fulfillmentStatus', {
      header: of.fulfillmentStatus.label,
      meta: { width: of.fulfillmentStatus.width, sortKey: 'fulfillmentStatus' },
      cell: ({ getValue }) => <FulfillmentBadge status={getValue()} />,
    }),
    items: column.accessor('lineItemsCount', {
      id: 'items',
      header: of.items.label,
      meta: { width: of.items.width, isNumber: true, onCard: 'named' },
    }),
    channel: column.accessor('channel', { header: of.channel.label, meta: { width: of.channel.width, onCard: 'named' } }),
    country: column.accessor(({ shippingAddress: address }) => address?.country && countryName(address.country), {
      id: 'country',
      header: of.country.label,
      meta: { width: of.country.width },
    }),
    skus: column.accessor(skusOf, { id: 'skus', header: of.skus.label, meta: { width: of.skus.width, onCard: 'named' } }),
  } satisfies Record<Column, unknown>
  const chosen = [...new Set(shown)]
  return column.columns([
    column.accessor('orderName', {
      header: 'Order',
      // Without the customer no other column takes the rest.
      meta: { width: 110, takesRest: !chosen.includes('customer'), sortKey: 'orderName' },
      cell: ({ row, getValue }) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={550}
          py={6}
          className={classes.open ?? ''}
          aria-haspopup="dialog"
          onClick={() => void whenPainted(() => onOpen(row.original))}
        >
          {getValue()}
        </Anchor>
      ),
    }),
    ...(stores.length > 1 ? [store] : []),
    ...chosen.map((key) => all[key]),
  ])
}
