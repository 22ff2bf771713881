import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
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
  component: lazyScreen(() => import('./screen.tsx'), 'TeamScreen'),
})
