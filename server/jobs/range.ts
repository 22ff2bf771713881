import { AppError } from '#shared/errors.ts'
import type { ByteRange } from '#server/jobs/files.ts'

/** The headers of a range request (RFC 9110, section 14). */
export type RangeRequest = { range: string | null; ifRange: string | null }

const single = /^bytes=(\d*)-(\d*)$/

/**
 * The requested range. `null` means the whole file, also for several ranges, one that ends before it begins, another unit or a changed file. Throws RANGE_NOT_SATISFIABLE
 * for a range after the end.
 */
export function byteRangeOf({ range, ifRange }: RangeRequest, size: number, tag: string): ByteRange | null {
  const [, from = '', to = ''] = single.exec(range ?? '') ?? []
  if ((from === '' && to === '') || (ifRange !== null && ifRange !== tag)) return null
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1)
  if (start >= size || end <= start) throw new AppError('RANGE_NOT_SATISFIABLE', undefined, { fileBytes: size })
  return { start, end }
}
