import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Exchange } from '#server/platforms/exchange.ts'
import { failure } from '#server/platforms/failures.ts'
import type { Target } from '#server/platforms/target.ts'
import { codeOf } from '#server/platforms/unanswered.ts'

/** The maximum pause in a file download. */
const FILE_PAUSE_MS = 60_000
/** The minimum average speed of a file download. A slow but steady download has no long pauses. */
const SLOWEST_BYTES_PER_MS = 128

/** `bytes`: the announced size of the file, which determines the deadline. */
export type ExpectedFile = { bytes: number; signal?: AbortSignal | undefined }

type Way = { store: string; exchange: Exchange; clock: Clock }

/** Downloads a file from the host that it has to be on; see `ShopHttp.file`. */
export async function openFile(
  { store, exchange, clock }: Way,
  address: string,
  target: Target,
  from: string,
  { bytes, signal }: ExpectedFile,
): Promise<Readable> {
  const url = URL.parse(address)
  if (url?.origin !== `https://${from}`) throw failure.answerInvalid(store, 'FOREIGN_FILE')
  const path = target.prefix + url.pathname + url.search
  try {
    const deadline = clock.deadline(FILE_PAUSE_MS + bytes / SLOWEST_BYTES_PER_MS)
    const until = signal ? AbortSignal.any([signal, deadline]) : deadline
    const { status, body } = await exchange.open(target.origin, path, { guarded: target.guarded, ms: FILE_PAUSE_MS, signal: until })
    if (body) return body
    throw failure.answerInvalid(store, `FILE_${status}`)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof AppError ? error : failure.unreachable(store, codeOf(error))
  }
}
