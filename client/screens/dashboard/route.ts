import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from '#client/shell/guards.ts'

export const dashboardRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'DashboardScreen'),
})
