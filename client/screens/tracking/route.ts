import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { allow, signedIn } from '#client/shell/guards.ts'

export const trackingRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/tracking',
  beforeLoad: allow('tracking.read'),
  component: lazyScreen(() => import('./screen.tsx'), 'TrackingScreen'),
})
