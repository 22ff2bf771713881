import { initTRPC } from '@trpc/server'
import type { Action, Viewer } from '#shared/access.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { NewAuditEntry } from '#server/audit/record-repo.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import type { RangeRequest } from '#server/jobs/range.ts'
import { toFailure } from './failure.ts'
import type { Idempotency } from '#server/http/idempotency.ts'

export type RestAddress = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
/** `leavesOut`: the paths of input fields that assistants cannot use, such as `config.sheetExport`. */
export type ToolMark = true | { leavesOut: readonly string[] }
export type Options = {
  /** A few words about the call: "List stores". */
  summary: string
  /** What the call answers or changes, in one or two sentences, for the API's reference. */
  description: string
  /** Its own failures. Those of its kind and its policy are added. */
  fails?: readonly ErrorCode[]
  /** Carried out once for each Idempotency-Key, by `once`. */
  isOnce?: boolean
  /** The status of a success over REST. */
  status?: 200 | 201
  /** Where the created object can be read, for the Location header: `of` is its field in the answer. Names in `at` are its fields, or the request's. */
  location?: { of: string; at: `/${string}` }
  /** REST repeats these fields of the answer at the top level, because clients read them there as well as in `data`. */
  alsoOnTop?: readonly string[]
  /** REST sends the whole answer at the top level and leaves out `data`. */
  isFlat?: boolean
  /** The field of the input that takes an embedded image, which outgrows the usual body. */
  takesImage?: string
  /** Allowed before people have set up the second factor that their team requires. */
  beforeSecondFactor?: boolean
  /** A stored file. Callers may request a part of it. */
  takesRange?: boolean
  /** Answers a file, over REST only. Every download writes an audit entry. */
  isDownload?: boolean
  /** Answers server-sent events, over REST only, until the caller hangs up. */
  isStream?: boolean
  /** Only refused calls write an audit entry: what the call changes, nobody else sees. */
  isPrivate?: boolean
  /** Input fields that an audit entry keeps. Never one that may contain a secret. */
  recorded?: readonly string[]
  /** Needs a recent proof of identity: always, or depending on the raw input. */
  sensitive?: true | ((input: Readonly<Record<string, unknown>>) => boolean)
  /** The answer waits for a shop or for Google. The default of `inStore` and `inStores` is true. */
  callsOut?: boolean
  /** The field of the answer with the created object, whose id an audit entry keeps. */
  makes?: string
  /** Offered to assistants as a tool: reads, and exports into files. Never a call that changes people, keys, stores or settings. */
  tool?: ToolMark
}
/** `reachesInto`: what the input names. NOT_FOUND is the answer where it is out of reach. */
export type Meta = Options & { rest: RestAddress; policy: Action; reachesInto: 'stores' | null }

/** A call and its origin. `signal` is aborted when the caller disconnects. */
export type Context = {
  deps: AuthDeps
  viewer: Viewer | null
  transport: Exclude<NewAuditEntry['door'], 'auth' | 'worker'>
  requestId: string
  /** The caller's address, as far as our own proxies vouch for it. */
  address: string
  userAgent: string
  signal: AbortSignal
  /** The last event that the caller has, for a stream of events. */
  lastEventId: string | null
  /** The caller's present rights, for answers that take long. null: the session or the key has ended. */
  recheck: () => Promise<Viewer | null>
  /** The requested part of a file. */
  part: RangeRequest
  /** For calls that are carried out once (REST only). */
  idempotency: Idempotency | null
}

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const { code, message, issues, status } = toFailure(error)
      return { ...shape, message, data: { code: shape.data.code, httpStatus: status, appCode: code, issues } }
    },
  })
