import { createRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { cache } from '#client/api.ts'
import { allowJobs, signedIn } from '#client/shell/guards.ts'
import { JobSearch, toJobRequest } from './search.ts'

/** The frame of both tabs, which stays while they change. */
const frame = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  beforeLoad: allowJobs,
  component: lazyScreen(() => import('./frame.tsx'), 'JobsFrame'),
})

const list = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: JobSearch,
  search: { middlewares: [stripSearchParams({ trail: [] })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void cache.export.jobs.list.prefetch(toJobRequest(deps))
    void cache.stores.list.prefetch({})
  },
  component: lazyScreen(() => import('./screen.tsx'), 'JobsScreen'),
})

const schedules = createRoute({
  getParentRoute: () => frame,
  path: '/schedules',
  /** `runs`: the schedule whose runs are shown. */
  validateSearch: z.object({ runs: z.string().optional().catch(undefined) }),
  component: lazyScreen(() => import('./schedules/screen.tsx'), 'SchedulesScreen'),
})

export const jobsRoute = frame.addChildren([list, schedules])
