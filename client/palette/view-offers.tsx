import { IconBookmark } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#client/api.ts'
import { capitalized } from '#client/format/words.ts'
import { useViewer } from '#client/session/viewer.ts'
import { useStoreHere } from '#client/shell/store-here.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { OrderSearch, orderTabs } from '#shared/order-search.ts'
import { ProductSearch, productStatuses } from '#shared/products.ts'
import { searchOfView } from '#shared/view-search.ts'
import type { View } from '#shared/views.ts'
import type { Offer, OfferGroup } from './offers.ts'

const mark = <IconBookmark size={18} stroke={1.75} aria-hidden />

/** The built-in tabs of both lists, which show the current store. */
function useTabOffers(): Offer[] {
  const viewer = useViewer()
  const navigate = useNavigate()
  const store = useStoreHere()
  const orders = orderTabs.map(({ value, label }) => ({
    id: `orders-${value}`,
    label,
    about: 'Orders',
    mark,
    run: () => void navigate({ to: '/orders', search: { tab: value, ...(store && { stores: [store] }) } }),
  }))
  const products = productStatuses.map((status) => ({
    id: `products-${status}`,
    label: capitalized(status),
    about: 'Products',
    mark,
    run: () => void navigate({ to: '/products', search: { tab: status, status, ...(store && { store }) } }),
  }))
  return [
    ...(can(viewer, 'products.read') ? products : []),
    ...(can(viewer, 'orders.read') ? orders.filter(({ id }) => id !== 'orders-all') : []),
  ]
}

/**
 * The saved views of both lists and, once something is typed, their built-in tabs. Where the views fail to load, the tabs and the lists
 * themselves are still offered.
 */
export function useViewOffers(isTyped: boolean): OfferGroup {
  const navigate = useNavigate()
  const tabs = useTabOffers()
  const options = { enabled: can(useViewer(), 'views.use'), staleTime: limits.metadataCacheMs }
  const { data } = api.profile.views.list.useQuery({}, options)
  const open = (view: View) => {
    const search = searchOfView(view, {})
    if (view.screen === 'products') void navigate({ to: '/products', search: ProductSearch.parse(search) })
    else void navigate({ to: '/orders', search: OrderSearch.parse(search) })
  }
  const offers = (data?.views ?? []).map((view) => ({
    id: `view-${view.id}`,
    label: view.name,
    about: view.screen === 'products' ? 'Products' : 'Orders',
    words: 'view',
    mark,
    run: () => open(view),
  }))
  return { label: 'Views', offers: isTyped ? [...offers, ...tabs] : offers }
}
