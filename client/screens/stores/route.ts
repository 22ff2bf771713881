import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { cache } from '#client/api.ts'
import { allow, signedIn } from '#client/shell/guards.ts'
import { ConnectOutcome } from '#shared/store-connect.ts'
import { StoreId } from '#shared/stores.ts'

export const storesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/stores',
  /** `edit`: the store whose form is open. `add`: the form of a new store is open. `connect`: the browser returns from an approval. */
  validateSearch: z.object({
    connect: ConnectOutcome.optional().catch(undefined),
    edit: StoreId.optional().catch(undefined),
    add: z.literal(true).optional().catch(undefined),
  }),
  beforeLoad: allow('stores.list'),
  loader: () => void cache.stores.list.prefetch({}),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'StoresScreen'),
})
