import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { can, missingRight, reaches, type Action, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { record, type AuditEntry } from '#server/audit-repo.ts'
import type { Deps } from '#server/deps.ts'
import { Download } from '#server/download.ts'
import type { RangeRequest } from '#server/jobs/range.ts'
import { failureOf, trpcCodeOf } from '#server/failure.ts'
import { assertPlainText } from '#server/plain-text.ts'
import { findStore } from '#server/stores/service.ts'

export type RestAddress = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
type Options = {
  /** The status of a success over REST. */
  status?: 200 | 201
  /** Fields of the answer that REST repeats at the top level (SPEC 7). */
  alsoOnTop?: readonly string[]
  /** The whole answer stands at the top level over REST, and nothing in `data` (SPEC 7). */
  isFlat?: boolean
  /** A call sent twice with the same Idempotency-Key is carried out once. */
  isIdempotent?: boolean
  /** Takes embedded images, which outgrow the usual body. */
  takesImages?: boolean
  /** Answers a file, over REST only. Every download leaves an entry. */
  isDownload?: boolean
  /** Fields of the input that an audit entry keeps; never one that may hold a secret. */
  recorded?: readonly string[]
  /** The field of the answer that holds what was made, whose id an audit entry keeps. */
  makes?: string
}
export type Meta = Options & { rest: RestAddress; policy: Action }

/** What a call arrives with. `signal` is aborted when the caller hangs up. */
export type Context = {
  deps: Deps
  viewer: Viewer | null
  door: Exclude<AuditEntry['door'], 'auth' | 'worker'>
  requestId: string
  signal: AbortSignal
  /** Which part of a file is asked for. */
  part: RangeRequest
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const { code, message, issues, status } = failureOf(error)
      return { ...shape, message, data: { code: shape.data.code, httpStatus: status, appCode: code, issues } }
    },
  })
export const { router } = t

const translateErrors = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const failure = failureOf(result.error)
  throw new TRPCError({ code: trpcCodeOf(failure), message: failure.message, cause: result.error.cause ?? result.error })
})

const Fields = z.record(z.string(), z.unknown()).catch({})
const Target = z.object({ id: z.string().optional(), storeId: z.string().optional(), storeIds: z.array(z.string()).optional() }).catch({})

/** Room for the ids of a few stores, which is enough to find the call again. */
const targetLength = 500

function detailsOf({ keyId }: Viewer, input: unknown, recorded: readonly string[]): AuditEntry['details'] {
  const fields = Object.entries(Fields.parse(input)).filter(([name]) => recorded.includes(name))
  const details = { ...Object.fromEntries(fields), ...(keyId === undefined ? {} : { api_key: keyId }) }
  return Object.keys(details).length > 0 ? details : null
}

function madeId(answer: unknown, meta: Meta | undefined): string | null {
  const made = meta?.makes === undefined ? undefined : Fields.parse(answer)[meta.makes]
  return Target.parse(made).id ?? null
}

/** Denials, downloads and mutations leave an entry, written before the answer goes out. */
const audited = t.middleware(async ({ ctx, path, type, meta, getRawInput, next }) => {
  const result = await next()
  if (!ctx.viewer) return result
  const failure = result.ok ? null : failureOf(result.error)
  const isDenial = failure?.status === 403 || failure?.status === 404
  if (type === 'mutation' || meta?.isDownload || isDenial) {
    const input = await getRawInput()
    const { id, storeId, storeIds } = Target.parse(input)
    const decision = failure ? (isDenial ? 'denied' : 'failed') : 'allowed'
    const { door, requestId, deps } = ctx
    const entry = {
      actorId: ctx.viewer.id,
      action: path,
      target: id ?? storeId ?? storeIds?.join(' ').slice(0, targetLength) ?? (result.ok ? madeId(result.data, meta) : null),
      decision,
      door,
      requestId,
      details: detailsOf(ctx.viewer, input, meta?.recorded ?? []),
    } as const
    await record(deps.database.db, { at: new Date(deps.now()), ...entry }).catch((error: unknown) => {
      // What is not on record does not leave the house, and is not to wait for a reader either.
      if (result.ok && result.data instanceof Download) result.data.body.destroy()
      throw error
    })
  }
  return result
})

/** For signed-in people. Every procedure names its REST address and its policy; neither can be forgotten. */
function signedIn(rest: RestAddress, policy: Action, options: Options) {
  return t.procedure
    .meta({ ...options, rest, policy })
    .use(translateErrors)
    .use(audited)
    .use(async ({ ctx, getRawInput, next }) => {
      if (!ctx.viewer) throw new AppError('SIGNED_OUT')
      assertPlainText(await getRawInput())
      if (options.isDownload && ctx.door === 'trpc') throw new AppError('INVALID_INPUT', `Files come over REST only: ${rest}`)
      return next({ ctx: { ...ctx, viewer: ctx.viewer } })
    })
}

/** For calls about no store in particular: the policy must hold somewhere. */
export function procedure(rest: RestAddress, policy: Action, options: Options = {}) {
  return signedIn(rest, policy, options).use(({ ctx, next }) => {
    if (!can(ctx.viewer, policy)) throw new AppError('ACCESS_DENIED', missingRight(policy))
    return next()
  })
}

async function storeFor({ deps, viewer }: { deps: Deps; viewer: Viewer }, policy: Action, storeId: string) {
  const store = reaches(viewer, storeId) ? await findStore(deps, storeId) : null
  if (!store) throw new AppError('NOT_FOUND', 'Store not found')
  if (!can(viewer, policy, storeId)) throw new AppError('ACCESS_DENIED', missingRight(policy))
  return store
}

/** For calls into a shop: the policy must hold in that store, and the store must be active. */
export function inStore(rest: RestAddress, policy: Action, options: Options = {}) {
  return signedIn(rest, policy, options)
    .input(z.object({ storeId: z.string() }))
    .use(async ({ ctx, input, next }) => {
      const store = await storeFor(ctx, policy, input.storeId)
      if (!store.active) throw new AppError('NOT_FOUND', 'Store not found')
      return next({ ctx: { ...ctx, store } })
    })
}

/** For calls into several shops: the policy must hold in each of the stores, and each must be active. They stand in `ctx.stores` as asked. */
export function inStores(rest: RestAddress, policy: Action, options: Options = {}) {
  return signedIn(rest, policy, options)
    .input(z.object({ storeIds: z.array(z.string()).max(limits.storesAtOnce) }))
    .use(async ({ ctx, input, next }) => {
      const stores = await Promise.all(input.storeIds.map((storeId) => storeFor(ctx, policy, storeId)))
      if (stores.some(({ active }) => !active)) throw new AppError('NOT_FOUND', 'Store not found')
      return next({ ctx: { ...ctx, stores } })
    })
}

/** For calls about a store itself, active or not, named by `id`. */
export function onStore(rest: RestAddress, policy: Action, options: Options = {}) {
  return signedIn(rest, policy, options)
    .input(z.object({ id: z.string() }))
    .use(async ({ ctx, input, next }) => next({ ctx: { ...ctx, store: await storeFor(ctx, policy, input.id) } }))
}
