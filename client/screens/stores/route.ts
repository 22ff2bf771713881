import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { lazyScreen } from '#client/ui/lazy-screen.ts'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { StoreId } from '#shared/stores.ts'

export const storesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/stores',
  /**
   * `edit`: the store whose form is open. `add`: the form of a new store is open. `connect`: the browser returns from an approval,
   * of `store` if that is connected again. The screen reads how it ended, because its words are no part of the first screen.
   */
  validateSearch: z.object({
    connect: z.string().optional().catch(undefined),
    edit: StoreId.optional().catch(undefined),
    add: z.literal(true).optional().catch(undefined),
    store: StoreId.optional().catch(undefined),
  }),
  beforeLoad: allow('stores.list'),
  loader: () => void cache.stores.list.prefetch({}),
  component: lazyScreen(() => import('./screen.tsx'), 'StoresScreen'),
})
