import {
  IconBook2,
  IconDeviceDesktop,
  IconDownload,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useViewer } from '#client/session/viewer.ts'
import { useSignOut } from '#client/shell/sign-out.ts'
import { can } from '#shared/access.ts'
import { guidesHome } from '#shared/guides.ts'
import type { Store } from '#shared/stores.ts'
import { useAgainOffers } from './again-offers.tsx'
import type { Offer, OfferGroup } from './offers.ts'
import { editOffers } from './store-offers.tsx'
import { useThemeChange } from './theme-change.ts'

const mark = (Mark: Icon) => <Mark size={18} stroke={1.75} aria-hidden />

const themes = [
  { theme: 'light', label: 'Use the light theme', icon: IconSun },
  { theme: 'dark', label: 'Use the dark theme', icon: IconMoon },
  { theme: 'auto', label: 'Use the theme of the system', icon: IconDeviceDesktop },
] as const

type Stores = { /** The current one of each. */ withProducts: Store | undefined; withOrders: Store | undefined; all: readonly Store[] }

/** The exports. On the list itself, its filters and selection stay, so that they are what is exported. */
function useExportOffers({ withProducts, withOrders }: Stores): Offer[] {
  const viewer = useViewer()
  const navigate = useNavigate()
  const router = useRouter()
  const isAt = (path: string) => router.latestLocation.pathname === path
  const state = { isExporting: true }
  const here = () => void navigate({ to: '.', search: true, state: (before) => ({ ...before, ...state }), replace: true })
  const offers: Offer[] = []
  if (withProducts && can(viewer, 'products.export', withProducts.id))
    offers.push({
      id: 'export-products',
      label: 'Export products',
      about: withProducts.name,
      mark: mark(IconDownload),
      run: () => (isAt('/products') ? here() : void navigate({ to: '/products', search: { store: withProducts.id }, state })),
    })
  if (withOrders && can(viewer, 'orders.export'))
    offers.push({
      id: 'export-orders',
      label: 'Export orders',
      mark: mark(IconDownload),
      run: () => (isAt('/orders') ? here() : void navigate({ to: '/orders', search: { stores: [withOrders.id] }, state })),
    })
  return offers
}

/** What the viewer has the right to do from any screen. */
export function useActionOffers(stores: Stores, isSearching: boolean): OfferGroup {
  const viewer = useViewer()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { current, change } = useThemeChange()
  const offers = [...useExportOffers(stores), ...useAgainOffers(isSearching)]
  if (can(viewer, 'stores.create') && can(viewer, 'stores.list'))
    offers.push({
      id: 'add-store',
      label: 'Add a store',
      mark: mark(IconPlus),
      run: () => void navigate({ to: '/stores', search: { add: true } }),
    })
  // Only by name, because of many stores they would hide the other actions.
  if (isSearching && can(viewer, 'stores.list')) {
    const editable = stores.all.filter(({ id }) => can(viewer, 'stores.update', id))
    offers.push(...editOffers(editable, (edit) => void navigate({ to: '/stores', search: { edit } })))
  }
  if (can(viewer, 'users.invite') && can(viewer, 'users.read'))
    offers.push({
      id: 'invite',
      label: 'Invite someone',
      about: 'Team',
      words: 'user person',
      mark: mark(IconUserPlus),
      run: () => void navigate({ to: '/users', search: { invite: true } }),
    })
  if (can(viewer, 'profile.update'))
    for (const { theme, label, icon } of themes)
      if (theme !== current)
        offers.push({ id: `theme-${theme}`, label, words: 'mode appearance switch', mark: mark(icon), run: () => change(theme) })
  offers.push({
    id: 'guides',
    label: 'Open the guides',
    words: 'help docs documentation manual',
    mark: mark(IconBook2),
    run: () => void window.open(guidesHome, '_blank', 'noreferrer'),
  })
  offers.push({ id: 'sign-out', label: 'Sign out', words: 'logout log out', mark: mark(IconLogout), run: signOut })
  return { label: 'Actions', offers }
}
