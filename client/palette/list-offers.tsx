import { IconListSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ExportTo } from '#client/export/export-dialog.ts'
import { switchStore } from '#client/session/chosen-store.ts'
import { useViewer } from '#client/session/viewer.ts'
import { periodLabels } from '#client/ui/period-labels.ts'
import { can } from '#shared/access.ts'
import { daysOfPreset, type DatePreset } from '#shared/date-presets.ts'
import { orderTabs } from '#shared/order-search.ts'
import type { Store } from '#shared/stores.ts'
import { listWish, type ListWish } from './list-wish.ts'
import type { Offer, OfferGroup } from './offers.ts'

type Stores = { withProducts: readonly Store[]; withOrders: readonly Store[]; /** The current one. */ here: Store | undefined }

const exports: Record<ExportTo, string> = { last: 'Export: ', csv: 'Export as CSV: ', sheet: 'Export to a sheet: ' }

function labelOf({ list, tab, period, exportTo }: ListWish): string {
  if (list === 'products') return 'Products'
  const status = orderTabs.find(({ value }) => value === tab)?.label
  const what = [status ? `${status} orders` : 'Orders', ...(period ? [periodLabels[period]] : [])].join(', ')
  return (exportTo ? exports[exportTo] : '') + what
}

const daysNow = (period: DatePreset, zone: string) => daysOfPreset(period, new Date(), zone)

/** The list that the typed words ask for together: "unfulfilled last 7 days north print", or with "sheet" its export. */
export function useListOffers(typed: string, { withProducts, withOrders, here }: Stores): OfferGroup {
  const viewer = useViewer()
  const navigate = useNavigate()
  const wish = listWish(typed, [...new Map([...withOrders, ...withProducts].map((store) => [store.id, store])).values()])
  const none = { label: 'Lists', offers: [] }
  if (!wish) return none
  const { list, tab, period, exportTo } = wish
  const stores = wish.stores === 'all' ? withOrders : wish.stores.length > 0 ? wish.stores : here ? [here] : []
  const [first] = stores
  const readable = list === 'orders' ? withOrders : withProducts
  if (!first || !stores.every(({ id }) => readable.some((store) => store.id === id))) return none
  if (exportTo && !can(viewer, 'orders.export')) return none
  const openProducts = () => {
    switchStore(first)
    void navigate({ to: '/products', search: { store: first.id } })
  }
  const openOrders = () => {
    const { from, to } = period ? daysNow(period, first.timezone) : {}
    const shown = wish.stores === 'all' ? ('all' as const) : stores.map(({ id }) => id)
    const search = { stores: shown, ...(tab && { tab }), createdAfter: from, createdBefore: to }
    void navigate({ to: '/orders', search, state: exportTo ? { isExporting: true, exportTo } : {} })
  }
  const offer: Offer = {
    id: 'list',
    label: labelOf(wish),
    about: wish.stores === 'all' ? 'All stores' : stores.map(({ name }) => name).join(', '),
    mark: <IconListSearch size={18} stroke={1.75} aria-hidden />,
    run: list === 'products' ? openProducts : openOrders,
  }
  return { label: 'Lists', offers: [offer] }
}
