import { createRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { signedIn } from '#client/shell/guards.ts'

export const SettingsTab = z.enum([
  'profile',
  'security',
  'sessions',
  'keys',
  'webhooks',
  'destinations',
  'catalogue',
  'google',
  'audit',
  'system',
])
export type SettingsTab = z.infer<typeof SettingsTab>
const SettingsSearch = z.object({ tab: SettingsTab.catch('profile').default('profile') })

export const settingsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams({ tab: 'profile' })] },
  component: lazyScreen(() => import('./screen.tsx'), 'SettingsScreen'),
})
