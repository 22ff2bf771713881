import {
  IconBuildingStore,
  IconClockPlay,
  IconLayoutDashboard,
  IconPackage,
  IconSettings,
  IconShoppingBag,
  IconTruckDelivery,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Action } from '#shared/access.ts'

type Entry = {
  label: string
  to: NonNullable<LinkProps['to']>
  icon: Icon
  needs: Action
  /** Opens the screen with one store. */
  at?: (store: string) => Pick<LinkProps, 'search' | 'state'>
}

/** The store is not a choice of what the list shows, so that the person's default view still opens. */
const state = { opensDefault: true }

/** The entries of the sidebar in order. Each is shown to those who may open its screen. */
export const nav: readonly Entry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: IconLayoutDashboard, needs: 'session.any' },
  { label: 'Stores', to: '/stores', icon: IconBuildingStore, needs: 'stores.list' },
  { label: 'Products', to: '/products', icon: IconPackage, needs: 'products.read', at: (store) => ({ search: { store }, state }) },
  { label: 'Orders', to: '/orders', icon: IconShoppingBag, needs: 'orders.read', at: (store) => ({ search: { stores: [store] }, state }) },
  { label: 'Tracking', to: '/tracking', icon: IconTruckDelivery, needs: 'tracking.read' },
  { label: 'Jobs', to: '/jobs', icon: IconClockPlay, needs: 'jobs.list', at: (store) => ({ search: { store } }) },
  { label: 'Team', to: '/users', icon: IconUsers, needs: 'users.read' },
  { label: 'Settings', to: '/settings', icon: IconSettings, needs: 'session.any' },
]
