import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlySignedOut, root } from '#client/shell/guards.ts'

export const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: onlySignedOut,
  component: lazyRouteComponent(() => import('./login.tsx'), 'LoginScreen'),
})

export const registerRoute = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('./register.tsx'), 'RegisterScreen'),
})
