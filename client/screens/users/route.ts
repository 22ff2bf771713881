import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { withInactive } from './members.ts'

export const usersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  beforeLoad: allow('users.read'),
  loader: () => void cache.users.list.prefetch(withInactive),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TeamScreen'),
})
