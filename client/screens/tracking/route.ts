import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { allow, signedIn } from '#client/shell/guards.ts'

export const trackingRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/tracking',
  beforeLoad: allow('tracking.read'),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TrackingScreen'),
})
