import {
  IconBuildingStore,
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

type Entry = { label: string; to: NonNullable<LinkProps['to']>; icon: Icon; needs: Action }

/** The sidebar, from top to bottom: a screen is shown to those who may open it. */
export const nav: readonly Entry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: IconLayoutDashboard, needs: 'session.any' },
  { label: 'Stores', to: '/stores', icon: IconBuildingStore, needs: 'stores.list' },
  { label: 'Products', to: '/products', icon: IconPackage, needs: 'products.read' },
  { label: 'Orders', to: '/orders', icon: IconShoppingBag, needs: 'orders.read' },
  { label: 'Tracking', to: '/tracking', icon: IconTruckDelivery, needs: 'tracking.read' },
  { label: 'Team', to: '/users', icon: IconUsers, needs: 'users.read' },
  { label: 'Settings', to: '/settings', icon: IconSettings, needs: 'session.any' },
]
