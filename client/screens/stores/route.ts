import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'

export const storesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/stores',
  beforeLoad: allow('stores.list'),
  loader: () => void cache.stores.list.prefetch({}),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'StoresScreen'),
})
