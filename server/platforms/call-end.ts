import type { Platform } from '#shared/platforms.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { AttemptResult } from '#server/platforms/retry.ts'

/** How a call to a shop ended. `refused`: by the shop, for good. `aborted`: its caller did not wait for the answer. */
export const callOutcomes = ['ok', 'throttled', 'refused', 'failed', 'timed_out', 'aborted'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** The end of one attempt that was sent to a shop. `storeId` null: its store is not saved yet. */
export type CallEnd = { platform: Platform; storeId: string | null; outcome: CallOutcome; seconds: number }

/** Errors of a shop that gave no usable answer. All others are refusals. */
const noAnswer: ReadonlySet<ErrorCode> = new Set(['STORE_UNREACHABLE', 'STORE_ANSWER_INVALID', 'STORE_ROW_INVALID'])

/** The codes of a deadline, of undici and of sockets. */
const timeouts = /^TimeoutError$|TIMEOUT|TIMEDOUT/

function ofFailure(error: AppError): CallOutcome {
  if (error.code === 'STORE_BUSY') return 'throttled'
  if (!noAnswer.has(error.code)) return 'refused'
  return typeof error.cause === 'string' && timeouts.test(error.cause) ? 'timed_out' : 'failed'
}

function ofThrown(error: unknown, signal: AbortSignal | undefined): CallOutcome {
  if (error instanceof AppError) return ofFailure(error)
  return signal?.aborted ? 'aborted' : 'failed'
}

type Watch = {
  now: () => number
  signal: AbortSignal | undefined
  /** Called once for an attempt that was sent. */
  tell: (end: Pick<CallEnd, 'outcome' | 'seconds'>) => void
}

/** Runs an attempt and tells its end. The attempt calls `sent` when it leaves; one that never leaves is not told. */
export async function watched<T>(
  attempt: (sent: () => void) => Promise<AttemptResult<T>>,
  { now, signal, tell }: Watch,
): Promise<AttemptResult<T>> {
  let sentAt: number | null = null
  const end = (outcome: CallOutcome) => {
    if (sentAt !== null) tell({ outcome, seconds: (now() - sentAt) / 1_000 })
  }
  try {
    const result = await attempt(() => (sentAt = now()))
    end('value' in result ? 'ok' : ofFailure(result.again))
    return result
  } catch (error) {
    end(ofThrown(error, signal))
    throw error
  }
}
