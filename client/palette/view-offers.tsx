import { IconBookmark } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#client/api.ts'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { OrderSearch } from '#shared/order-search.ts'
import { ProductSearch } from '#shared/products.ts'
import { searchOfView } from '#shared/view-search.ts'
import type { View } from '#shared/views.ts'
import type { OfferGroup } from './offers.ts'

/** The saved views of both lists. Where they fail to load, the lists themselves are still offered. */
export function useViewOffers(): OfferGroup {
  const navigate = useNavigate()
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
    mark: <IconBookmark size={18} stroke={1.75} aria-hidden />,
    run: () => open(view),
  }))
  return { label: 'Views', offers }
}
