import { createRoute, createRouter } from '@tanstack/react-router'
import { history } from '#client/history.ts'
import { authRoutes } from '#client/screens/auth/route.ts'
import { catalogueRoute } from '#client/screens/catalogue/route.ts'
import { dashboardRoute } from '#client/screens/dashboard/route.ts'
import { jobsRoute } from '#client/screens/jobs/route.ts'
import { ordersRoute } from '#client/screens/orders/route.ts'
import { productsRoute } from '#client/screens/products/route.ts'
import { settingsRoute } from '#client/screens/settings/route.ts'
import { storesRoute } from '#client/screens/stores/route.ts'
import { trackingRoute } from '#client/screens/tracking/route.ts'
import { usersRoute } from '#client/screens/users/route.ts'
import { goToDashboard, root, signedIn } from '#client/shell/guards.ts'
import { ScreenError } from '#client/shell/screen-error.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'

const anyOther = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: goToDashboard })

const routeTree = root.addChildren([
  ...authRoutes,
  signedIn.addChildren([
    dashboardRoute,
    storesRoute,
    productsRoute,
    catalogueRoute,
    ordersRoute,
    trackingRoute,
    jobsRoute,
    usersRoute,
    settingsRoute,
  ]),
  anyOther,
])

export const router = createRouter({
  routeTree,
  history,
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: CentredSpinner,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
