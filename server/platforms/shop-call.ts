import type { AppError } from '#shared/errors.ts'
import type { Level } from '#server/platforms/bucket.ts'
import type { Question, Reply } from '#server/platforms/exchange.ts'
import type { AttemptResult, Patience } from '#server/platforms/retry.ts'

/** A call of a connector to its shop. */
export type ShopCall = Question & {
  /** The name in the log. */
  operation: string
  /** Its cost in the shop's rate limit. */
  cost: number
  /** The scope that a 403 reports as missing, on platforms that answer like this. */
  scope?: string
  /** Reads the body of a 4xx answer. The error that it returns is thrown; `null`: the status decides. */
  refusalIn?: (status: number, text: string) => AppError | null
  patience: Patience
  /** Other clients wait for its answer too, so that it keeps its patience. */
  isShared?: boolean
  /** Changes nothing, so that equal reads at the same moment are one call. */
  isRead?: boolean
  signal?: AbortSignal | undefined
}
export type ShopAnswer = { header: Reply['header']; text: string }

/** An outcome, and the level of the shop's rate limit at that time. */
export type Levelled<T> = AttemptResult<T> & { level?: Level | undefined }

/** A connector's reader for a complete answer with a 2xx status. */
export type Reading<T> = {
  read(answer: ShopAnswer): Levelled<T>
  /** The level of the shop's rate limit, where the headers have it. */
  levelOf?(header: Reply['header']): Level | undefined
}
