import { initTRPC } from '@trpc/server'
import type { Action, Viewer } from '#shared/access.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { NewAuditEntry } from '#server/audit/record-repo.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import type { RangeRequest } from '#server/jobs/range.ts'
import { toFailure } from './failure.ts'
import type { Idempotency } from '#server/http/idempotency.ts'

export type RestAddress = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
export type Options = {
  /** What the call does, in a few words: "List stores". */
  summary: string
  /** What it answers or changes, in a sentence or two, for the API's reference. */
  description: string
  /** Its own failures. Those of its kind and its policy are known without being named. */
  fails?: readonly ErrorCode[]
  /** Carried out once for each Idempotency-Key, by `once`. */
  isOnce?: boolean
  /** The status of a success over REST. */
  status?: 200 | 201
  /** REST repeats these fields of the answer at the top level, because clients read them there as well as in `data`. */
  alsoOnTop?: readonly string[]
  /** REST sends the whole answer at the top level and leaves out `data`. */
  isFlat?: boolean
  /** The field of the input that takes an embedded image, which outgrows the usual body. */
  takesImage?: string
  /** Open to people who have yet to set up the second factor that their team asks for. */
  beforeSecondFactor?: boolean
  /** A file that lies there, of which a part may be asked for. */
  takesRange?: boolean
  /** Answers a file, over REST only. Every download leaves an entry. */
  isDownload?: boolean
  /** Fields of the input that an audit entry keeps; never one that may hold a secret. */
  recorded?: readonly string[]
  /** Wants a recent proof of who is calling: always, or where the input as it came says so. */
  sensitive?: true | ((input: Readonly<Record<string, unknown>>) => boolean)
  /** The answer waits for a shop or for Google. `inStore` and `inStores` say so where they are not told otherwise. */
  callsOut?: boolean
  /** The field of the answer that holds what was made, whose id an audit entry keeps. */
  makes?: string
}
/** `reachesInto`: what the input names, and what is answered with NOT_FOUND where it is out of reach. */
export type Meta = Options & { rest: RestAddress; policy: Action; reachesInto: 'stores' | null }

/** What a call arrives with. `signal` is aborted when the caller hangs up. */
export type Context = {
  deps: AuthDeps
  viewer: Viewer | null
  transport: Exclude<NewAuditEntry['door'], 'auth' | 'worker'>
  requestId: string
  /** Where the call comes from, as far as our own proxies vouch for it. */
  address: string
  userAgent: string
  signal: AbortSignal
  /** Which part of a file is asked for. */
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
