import { onStore, procedure, router } from '#server/trpc.ts'
import {
  StoreCreateRequest,
  StoreListRequest,
  StoreListResponse,
  StoreRef,
  StoreResponse,
  StoreTestResponse,
  StoreUpdateRequest,
} from '#shared/stores.ts'
import { createStore, listStores, removeStore, testStore, updateStore } from '#server/stores/service.ts'
import { Store } from '#shared/stores.ts'

export const stores = router({
  list: procedure('GET /stores', 'session.any', { alsoOnTop: ['stores'] })
    .input(StoreListRequest.prefault({}))
    .output(StoreListResponse)
    .query(async ({ ctx, input }) => ({ stores: await listStores(ctx.deps, ctx.viewer, input) })),
  get: onStore('GET /stores/{id}', 'stores.get')
    .input(StoreRef)
    .output(StoreResponse)
    .query(({ ctx }) => ({ store: Store.parse(ctx.store) })),
  create: procedure('POST /stores', 'stores.create', { status: 201, isIdempotent: true, recorded: ['name', 'domain'], makes: 'store' })
    .input(StoreCreateRequest)
    .output(StoreResponse)
    .mutation(async ({ ctx, input }) => ({ store: await createStore(ctx.deps, input) })),
  update: onStore('PUT /stores/{id}', 'stores.update', { recorded: ['name', 'domain', 'active'] })
    .input(StoreUpdateRequest)
    .output(StoreResponse)
    .mutation(async ({ ctx, input }) => ({ store: await updateStore(ctx.deps, ctx.store, input) })),
  remove: onStore('DELETE /stores/{id}', 'stores.remove')
    .input(StoreRef)
    .output(StoreResponse)
    .mutation(async ({ ctx }) => ({ store: await removeStore(ctx.deps, ctx.store) })),
  test: onStore('POST /stores/{id}/test-connection', 'stores.test', { alsoOnTop: ['message'] })
    .input(StoreRef)
    .output(StoreTestResponse)
    .mutation(({ ctx }) => testStore(ctx.deps, ctx.store, ctx.signal)),
})
