import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import { explained } from '#server/storage/refusals.ts'

/** The maximum wait for further bytes. It does not run while the reader of the stream is busy. */
const stallMs = 60_000

/** At most this number of bytes of an answer. Throws STORAGE_UNREACHABLE where it stalls or has fewer. */
export async function* flowing(body: Readable, length: number): AsyncGenerator<Uint8Array> {
  let left = length
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  try {
    while (left > 0) {
      const stalled = setTimeout(() => body.destroy(new AppError('STORAGE_UNREACHABLE')), stallMs)
      const next = await chunks.next().finally(() => clearTimeout(stalled))
      if (next.done) break
      const bytes = next.value.subarray(0, left)
      left -= bytes.length
      yield bytes
    }
  } catch (error) {
    throw explained(error)
  } finally {
    body.destroy()
  }
  if (left > 0) throw new AppError('STORAGE_UNREACHABLE')
}
