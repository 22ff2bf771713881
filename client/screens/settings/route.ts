import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { signedIn } from '#client/shell/guards.ts'

export const SettingsTab = z.enum(['profile', 'security', 'sessions', 'keys', 'webhooks', 'destinations', 'google', 'audit', 'system'])
export type SettingsTab = z.infer<typeof SettingsTab>
const SettingsSearch = z.object({ tab: SettingsTab.catch('profile').default('profile') })

export const settingsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams({ tab: 'profile' })] },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SettingsScreen'),
})
