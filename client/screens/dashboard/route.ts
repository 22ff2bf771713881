import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { signedIn } from '#client/shell/guards.ts'

export const dashboardRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyScreen(() => import('./screen.tsx'), 'DashboardScreen'),
})
