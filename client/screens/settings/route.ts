import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { signedIn } from '#client/shell/guards.ts'

const tabs = ['profile', 'sessions', 'keys', 'audit'] as const
const SettingsSearch = z.object({ tab: z.enum(tabs).catch('profile').default('profile') })

export const settingsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams({ tab: 'profile' })] },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SettingsScreen'),
})
