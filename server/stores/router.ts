import { changesOf } from '#server/audit/changes.ts'
import { once } from '#server/http/idempotency.ts'
import { onStore, procedure, router } from '#server/procedure/builder.ts'
import {
  givesSecrets,
  Store,
  StoreCreateRequest,
  StoreListRequest,
  StoreListResponse,
  StoreRef,
  StoreResponse,
  StoreSavedResponse,
  StoreTestResponse,
  StoreUpdateRequest,
} from '#shared/stores.ts'
import {
  StoreConnectRequest,
  StoreConnectResponse,
  StoreFinishRequest,
  StoreReconnectRequest,
  StoreRedirectResponse,
} from '#shared/store-connect.ts'
import { secretFields } from '#shared/platforms.ts'
import { whereGiven } from '#server/procedure/confirmed.ts'
import { beginConnect, beginReconnect, redirectUrlOf } from '#server/stores/approval.ts'
import { finishConnect } from '#server/stores/finish-approval.ts'
import { createStore, listStores, publicStore, removeStore, testStore, updateStore } from '#server/stores/service.ts'
import { shopFailures } from '#server/procedure/failure-groups.ts'

/** The fields that users enter. The state comes from calls and is not a user's change. */
const Typed = Store.omit({ state: true, stateSince: true, stateReason: true })

export const stores = router({
  list: procedure('GET /stores', 'session.any', {
    summary: 'List stores',
    description:
      'Answers every store in reach to those who hold settings:read. With permission, everybody signed in gets the stores in which they hold that permission.',
    fails: ['ACCESS_DENIED', 'INVALID_CURSOR'],
    alsoOnTop: ['stores', 'nextCursor'],
    tool: true,
  })
    .input(StoreListRequest.prefault({}))
    .output(StoreListResponse)
    .query(({ ctx, input }) => listStores(ctx.deps, ctx.viewer, input)),
  get: onStore('GET /stores/{id}', 'stores.get', {
    summary: 'Get a store',
    description: 'Answers one store, active or not. Its secrets are never part of an answer.',
    tool: true,
  })
    .input(StoreRef)
    .output(StoreResponse)
    .query(({ ctx }) => ({ store: publicStore(ctx.store) })),
  create: procedure('POST /stores', 'stores.create', {
    summary: 'Connect a store',
    description:
      'Tests the credentials against the shop and saves the store. A warning says where the store has another currency or time zone than its shop.',
    fails: [...shopFailures, 'NAME_TAKEN', 'SHOP_TAKEN', 'STORE_WITHHOLDS'],
    isOnce: true,
    status: 201,
    callsOut: true,
    recorded: ['name', 'domain'],
    makes: 'store',
    location: { of: 'store', at: '/stores/{id}' },
    alsoOnTop: ['warning'],
  })
    .input(StoreCreateRequest)
    .output(StoreSavedResponse)
    .mutation((call) => once(call, ({ ctx, input }) => createStore(ctx.deps, input, ctx.signal))),
  update: onStore('PUT /stores/{id}', 'stores.update', {
    summary: 'Update a store',
    description:
      'Changes the fields that are given; the others stay. Another domain or other credentials are tested against the shop first, and a change of domain or platform needs the credentials again.',
    fails: [...shopFailures, 'NAME_TAKEN', 'SHOP_TAKEN', 'CREDENTIALS_NEEDED', 'STORE_WITHHOLDS'],
    callsOut: true,
    recorded: ['name', 'domain', 'active'],
    // A change of domain or platform needs the secrets again.
    sensitive: whereGiven(...secretFields),
    alsoOnTop: ['warning'],
  })
    .input(StoreUpdateRequest)
    .output(StoreSavedResponse)
    .mutation(async ({ ctx, input }) => {
      const saved = await updateStore(ctx.deps, ctx.store, input, ctx.signal)
      Object.assign(ctx.audit.details, changesOf(Typed.parse(ctx.store), Typed.parse(saved.store)))
      if (givesSecrets(saved.store.platform, input)) ctx.audit.details['credentials'] = 'replaced'
      return saved
    }),
  remove: onStore('DELETE /stores/{id}', 'stores.remove', {
    summary: 'Remove a store',
    description:
      'Removes the store and its credentials from this installation, and answers what was removed. The shop itself is not changed.',
  })
    .input(StoreRef)
    .output(StoreResponse)
    .mutation(async ({ ctx }) => {
      ctx.audit.targetName = ctx.store.name
      return { store: await removeStore(ctx.deps, ctx.store) }
    }),
  connect: procedure('POST /stores/connect', 'stores.connect', {
    summary: 'Begin to connect a store by approval',
    description:
      'Answers the page of the shop where the app is approved. From there the browser of this session returns to /api/v1/stores/connect/callback, and POST /stores/connect/finish saves the store. An approval takes at most ten minutes, and a session has one at a time.',
    fails: ['NAME_TAKEN', 'SHOP_TAKEN'],
    recorded: ['name', 'domain'],
  })
    .input(StoreConnectRequest)
    .output(StoreConnectResponse)
    .mutation(({ ctx, input }) => beginConnect(ctx.deps, ctx.viewer, input)),
  redirect: procedure('GET /stores/connect', 'stores.finishConnect', {
    summary: 'Get the redirect URL of approvals',
    description: "Answers the address that shops send the browser to after an approval. It belongs into the app's settings.",
  })
    .output(StoreRedirectResponse)
    .query(({ ctx }) => ({ redirectUrl: redirectUrlOf(ctx.deps) })),
  reconnect: onStore('POST /stores/{id}/connect', 'stores.reconnect', {
    summary: 'Begin to connect a store again',
    description:
      'Answers the page of the shop where the app is approved again, such as after it was removed. Without a client ID and secret, the app stays. POST /stores/connect/finish saves the store; one that has this app already gets its new tokens with the approval, because the shop ends the former ones.',
    fails: ['CREDENTIALS_NEEDED'],
    sensitive: true,
  })
    .input(StoreReconnectRequest)
    .output(StoreConnectResponse)
    .mutation(({ ctx, input }) => beginReconnect(ctx.deps, ctx.viewer, ctx.store, input)),
  finishConnect: procedure('POST /stores/connect/finish', 'stores.finishConnect', {
    summary: 'Save the store that its shop has approved',
    description:
      'Tests the connection that was approved in this session, and saves the store. Whoever began the approval still needs the right.',
    fails: [...shopFailures, 'NOT_APPROVED', 'NAME_TAKEN', 'SHOP_TAKEN', 'STORE_MOVED', 'STORE_WITHHOLDS', 'NOT_FOUND'],
    callsOut: true,
    makes: 'store',
    alsoOnTop: ['warning'],
  })
    .input(StoreFinishRequest.prefault({}))
    .output(StoreSavedResponse)
    .mutation(({ ctx, input: { refuseIfLimited } }) => finishConnect(ctx.deps, ctx.viewer, { refuseIfLimited, signal: ctx.signal })),
  test: onStore('POST /stores/{id}/test-connection', 'stores.test', {
    summary: "Test a store's connection",
    description:
      'Asks the shop who it is with the stored credentials. The answer names what the shop withholds and where the store differs from it.',
    fails: [...shopFailures, 'CREDENTIALS_NEEDED'],
    callsOut: true,
    alsoOnTop: ['message'],
  })
    .input(StoreRef)
    .output(StoreTestResponse)
    .mutation(({ ctx }) => testStore(ctx.deps, ctx.store, ctx.signal)),
})
