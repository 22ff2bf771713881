import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { queryClient } from '#client/api.ts'
import { session } from '#client/session/session.ts'
import { loadAccess, mustSetUpFactor } from '#client/session/viewer.ts'
import { painted } from '#client/ui/painted.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { seesOwnExports } from '#client/session/own-exports.ts'
import { can, type Action, type Viewer } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { settingsQuery } from './settings.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the dashboard is shown instead of the requested screen. */
    denied?: string
    /** The address to open after sign-in. */
    from?: string
    /** A message for the login screen. */
    notice?: string
    /** Whether My exports is open. */
    opensExports?: boolean
    /** Whether a list opens with the person's default view although the address names a store. */
    opensDefault?: boolean
    /** A success message for the login screen. */
    said?: string
  }
}

// The explicit types break a cycle: these functions redirect into the route tree, whose type depends on the guards.
function toLogin(from: string): never {
  throw redirect({ to: '/login', state: { from } })
}
function toDashboard(denied?: string): never {
  throw redirect({ to: '/dashboard', state: denied === undefined ? {} : { denied } })
}
function toSecurity(): never {
  throw redirect({ to: '/settings', search: { tab: 'security' } })
}

export const root = createRootRoute()

const securityAddress = '/settings?tab=security'

/** The parent of every screen that needs a session. It passes `viewer` to the guards and loaders below it. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location, cause, matches }): Promise<{ viewer: Viewer }> => {
    // Another screen is drawn in one go, so the browser first answers the press.
    if (cause === 'stay' && matches.at(-1)?.cause === 'enter') await painted()
    await session.settled()
    if (session.state().status !== 'signedIn') toLogin(location.href)
    // Runs on every navigation, but calls the server only if the cached settings are stale.
    void queryClient.prefetchQuery(settingsQuery)
    const access = await loadAccess()
    // Only the security screen stays accessible, because the second factor is set up there.
    if (mustSetUpFactor(access) && location.href !== securityAddress) toSecurity()
    return { viewer: access.viewer }
  },
  pendingComponent: CentredSpinner,
  component: lazyScreen(() => import('./frame.tsx'), 'Frame'),
})

/** `beforeLoad` of a screen below `signedIn` that needs a right: `beforeLoad: allow('products.read')`. */
export const allow =
  (action: Action) =>
  ({ context }: { context: { viewer: Viewer } }): void => {
    if (!can(context.viewer, action)) toDashboard(messages.access.denied)
  }

/**
 * `beforeLoad` of the list of jobs and schedules. A link to one of them, as notifications have it, opens My exports for those who see only
 * their own.
 */
export function allowJobs({ context: { viewer }, location }: { context: { viewer: Viewer }; location: { search: object } }): void {
  const isLink = 'job' in location.search || 'runs' in location.search
  if (isLink && seesOwnExports(viewer)) throw redirect({ to: '/dashboard', state: { opensExports: true } })
  allow('jobs.list')({ context: { viewer } })
}

/** `beforeLoad` of a screen for signed-out people. */
export async function onlySignedOut(): Promise<void> {
  await session.settled()
  if (session.state().status === 'signedIn') toDashboard()
}

/** `beforeLoad` of an address that has no screen. */
export const goToDashboard = (): void => toDashboard()
