import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { withInactive } from './members.ts'

export const usersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  /** `invite`: the form of an invitation is open. */
  validateSearch: z.object({ invite: z.literal(true).optional().catch(undefined) }),
  beforeLoad: allow('users.read'),
  loader: () => void cache.users.list.prefetch(withInactive),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TeamScreen'),
})
