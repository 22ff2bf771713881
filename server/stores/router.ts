import { changesOf } from '#server/audit-changes.ts'
import { once } from '#server/idempotency.ts'
import { onStore, procedure, router } from '#server/trpc.ts'
import {
  givesSecrets,
  Store,
  StoreCreateRequest,
  StoreListRequest,
  StoreListResponse,
  StoreRef,
  StoreResponse,
  StoreTestResponse,
  StoreUpdateRequest,
} from '#shared/stores.ts'
import { secretFields } from '#shared/platforms.ts'
import { whereGiven } from '#server/confirmed.ts'
import { createStore, listStores, removeStore, testStore, updateStore } from '#server/stores/service.ts'

export const stores = router({
  list: procedure('GET /stores', 'session.any', { alsoOnTop: ['stores'] })
    .input(StoreListRequest.prefault({}))
    .output(StoreListResponse)
    .query(async ({ ctx, input }) => ({ stores: await listStores(ctx.deps, ctx.viewer, input) })),
  get: onStore('GET /stores/{id}', 'stores.get')
    .input(StoreRef)
    .output(StoreResponse)
    .query(({ ctx }) => ({ store: Store.parse(ctx.store) })),
  create: procedure('POST /stores', 'stores.create', { status: 201, recorded: ['name', 'domain'], makes: 'store' })
    .input(StoreCreateRequest)
    .output(StoreResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ store: await createStore(ctx.deps, input) }))),
  update: onStore('PUT /stores/{id}', 'stores.update', {
    recorded: ['name', 'domain', 'active'],
    // Another domain or platform wants the secrets again.
    sensitive: whereGiven(...secretFields),
  })
    .input(StoreUpdateRequest)
    .output(StoreResponse)
    .mutation(async ({ ctx, input }) => {
      const store = await updateStore(ctx.deps, ctx.store, input)
      Object.assign(ctx.audit.details, changesOf(Store.parse(ctx.store), store))
      if (givesSecrets(store.platform, input)) ctx.audit.details['credentials'] = 'replaced'
      return { store }
    }),
  remove: onStore('DELETE /stores/{id}', 'stores.remove')
    .input(StoreRef)
    .output(StoreResponse)
    .mutation(async ({ ctx }) => {
      ctx.audit.targetName = ctx.store.name
      return { store: await removeStore(ctx.deps, ctx.store) }
    }),
  test: onStore('POST /stores/{id}/test-connection', 'stores.test', { alsoOnTop: ['message'] })
    .input(StoreRef)
    .output(StoreTestResponse)
    .mutation(({ ctx }) => testStore(ctx.deps, ctx.store, ctx.signal)),
})
