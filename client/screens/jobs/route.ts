import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { JobSearch, toJobRequest } from './search.ts'

export const jobsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: JobSearch,
  search: { middlewares: [stripSearchParams({ trail: [] })] },
  beforeLoad: allow('jobs.list'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void cache.export.jobs.list.prefetch(toJobRequest(deps))
    void cache.stores.list.prefetch({})
  },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'JobsScreen'),
})
