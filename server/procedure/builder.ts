import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { can, reaches, refusalTo, type Action, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { audited, type AuditNote } from '#server/audit/audited.ts'
import { activeStoresFor } from './active-stores-for.ts'
import { confirmed } from './confirmed.ts'
import type { Deps } from '#server/deps.ts'
import { toFailure, trpcCodeOf } from './failure.ts'
import { assertPlainText } from './plain-text.ts'
import { notFound } from './not-found.ts'
import { parseAtOnce } from './parse-at-once.ts'
import { readableInput } from './readable-input.ts'
import { activeStores, findStore } from '#server/stores/service.ts'
import { assertToolCall } from './tool-call.ts'
import { t, type Meta, type Options, type RestAddress } from './context.ts'

export const { router } = t

/** The outermost middleware: it also measures the call, whatever refuses it. */
const translateErrors = t.middleware(async ({ ctx, path, next }) => {
  const { clock, metrics } = ctx.deps
  const begunAt = clock.now()
  const end = (status: number) =>
    metrics.procedure({ procedure: path, transport: ctx.transport, status, seconds: (clock.now() - begunAt) / 1_000 })
  const result = await next()
  if (result.ok) {
    end(200)
    return result
  }
  const thrown = result.error.cause ?? result.error
  // What a caller has broken off is no fault of ours.
  const cause = ctx.signal.aborted && thrown.name === 'AbortError' ? new AppError('CALLER_GONE', undefined, { cause: thrown }) : thrown
  const failure = toFailure(cause)
  end(failure.status)
  throw new TRPCError({ code: trpcCodeOf(failure), message: failure.message, cause })
})

/** For signed-in people. The types require a REST address, a policy and a description for every procedure. */
function signedIn(rest: RestAddress, policy: Action, options: Options, reachesInto: Meta['reachesInto']) {
  return (
    parseAtOnce(t.procedure)
      .meta({ ...options, rest, policy, reachesInto })
      .use(translateErrors)
      // Before the body is read: that of a stranger is discarded.
      .use(({ ctx, next }) => {
        if (!ctx.viewer) throw new AppError('SIGNED_OUT')
        return next({ ctx: { ...ctx, viewer: ctx.viewer } })
      })
      .use(readableInput)
      .use(audited)
      .use(async ({ ctx, getRawInput, next }) => {
        if (ctx.viewer.needsSecondFactor && !options.beforeSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED')
        const input = await getRawInput()
        assertPlainText(input)
        if (ctx.transport === 'mcp') assertToolCall(options.tool, input)
        if ((options.isDownload || options.isStream) && ctx.transport === 'trpc')
          throw new AppError('INVALID_INPUT', `Files and streams come over REST only: ${rest}`)
        return next()
      })
  )
}

/** Follows the last rule. From here on, only the input itself can be refused before the procedure runs. */
function admit<Next>({ ctx, next }: { ctx: { audit: AuditNote }; next: () => Next }): Next {
  ctx.audit.isAdmitted = true
  return next()
}

/** For calls that are not about a certain store: the policy must hold in at least one. */
export function procedure(rest: RestAddress, policy: Action, options: Options) {
  return signedIn(rest, policy, options, null)
    .use(({ ctx, next }) => {
      if (!can(ctx.viewer, policy)) throw new AppError('ACCESS_DENIED', refusalTo(ctx.viewer, policy))
      return next()
    })
    .use(confirmed)
    .use(admit)
}

async function storeFor({ deps, viewer }: { deps: Deps; viewer: Viewer }, policy: Action, storeId: string) {
  const store = reaches(viewer, storeId) ? await findStore(deps, storeId) : null
  if (!store) throw notFound('Store')
  if (!can(viewer, policy, storeId)) throw new AppError('ACCESS_DENIED', refusalTo(viewer, policy))
  return store
}

/** For calls into a shop: the policy must hold in that store, and the store must be active. */
export function inStore(rest: RestAddress, policy: Action, options: Options) {
  return signedIn(rest, policy, { callsOut: true, ...options }, 'stores')
    .input(z.object({ storeId: z.string() }))
    .use(async ({ ctx, input, next }) => {
      const store = await storeFor(ctx, policy, input.storeId)
      if (!store.active) throw notFound('Store')
      return next({ ctx: { ...ctx, store } })
    })
    .use(confirmed)
    .use(admit)
}

/**
 * For calls into several shops: the policy must hold in each of the stores, and each must be active. `ctx.stores` has them in the given
 * order.
 */
export function inStores(rest: RestAddress, policy: Action, options: Options) {
  return signedIn(rest, policy, { callsOut: true, ...options }, 'stores')
    .input(z.object({ storeIds: z.array(z.string()).max(limits.storesAtOnce) }))
    .use(async ({ ctx, input, next }) => {
      const stores = await activeStoresFor(ctx, policy, input.storeIds)
      return next({ ctx: { ...ctx, stores } })
    })
    .use(confirmed)
    .use(admit)
}

/**
 * For calls about several stores that call no shop: those of `storeIds`, as in `inStores`, or every active store in which the policy holds.
 * `ctx.stores` has them in the order of their names.
 */
export function amongStores(rest: RestAddress, policy: Action, options: Options) {
  return signedIn(rest, policy, options, 'stores')
    .input(z.object({ storeIds: z.array(z.string()).max(limits.assignments).optional() }))
    .use(async ({ ctx, input, next }) => {
      if (!input.storeIds && !can(ctx.viewer, policy)) throw new AppError('ACCESS_DENIED', refusalTo(ctx.viewer, policy))
      const given = input.storeIds && (await activeStoresFor(ctx, policy, input.storeIds))
      const all = await activeStores(ctx.deps)
      const stores = all.filter(({ id }) => (given ? given.some((store) => store.id === id) : can(ctx.viewer, policy, id)))
      return next({ ctx: { ...ctx, stores } })
    })
    .use(confirmed)
    .use(admit)
}

/** For calls that call no shop, about something of a store whose id is the store's, a colon and its own: see `inStore`. */
export function inStoreOfId(rest: RestAddress, policy: Action, options: Options) {
  return signedIn(rest, policy, options, 'stores')
    .input(z.object({ id: z.string() }))
    .use(async ({ ctx, input, next }) => {
      const store = await storeFor(ctx, policy, input.id.split(':')[0] ?? '')
      if (!store.active) throw notFound('Store')
      return next({ ctx: { ...ctx, store } })
    })
    .use(confirmed)
    .use(admit)
}

/** For calls about a store itself, active or not, named by `id`. */
export function onStore(rest: RestAddress, policy: Action, options: Options) {
  return signedIn(rest, policy, options, 'stores')
    .input(z.object({ id: z.string() }))
    .use(async ({ ctx, input, next }) => next({ ctx: { ...ctx, store: await storeFor(ctx, policy, input.id) } }))
    .use(confirmed)
    .use(admit)
}
