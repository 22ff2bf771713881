import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { goToDashboard, onlySignedOut, root } from '#client/shell/guards.ts'
import { isInvitation, signInFailures } from './fragment.ts'

const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ error: z.enum(signInFailures).optional().catch(undefined) }),
  beforeLoad: onlySignedOut,
  component: lazyScreen(() => import('./login.tsx'), 'LoginScreen'),
})

const registerRoute = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyScreen(() => import('./register.tsx'), 'RegisterScreen'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyScreen(() => import('./reset-password.tsx'), 'ResetPasswordScreen'),
})

const callbackRoute = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  component: lazyScreen(() => import('./callback.tsx'), 'CallbackScreen'),
})

const acceptInviteRoute = createRoute({
  getParentRoute: () => root,
  path: '/accept-invite',
  component: lazyScreen(() => import('./accept-invite.tsx'), 'AcceptInviteScreen'),
})

/** Mailed invitations arrive here; everybody else goes to the dashboard. */
const homeRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ location: { hash } }): void => {
    if (isInvitation(hash)) throw redirect({ to: '/accept-invite', hash, replace: true })
    goToDashboard()
  },
})

/** The screens in front of the session. */
export const authRoutes = [homeRoute, loginRoute, registerRoute, resetPasswordRoute, callbackRoute, acceptInviteRoute] as const
