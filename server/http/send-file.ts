import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerText } from '#shared/header-text.ts'
import { isKnown } from '#server/http/entity-tag.ts'
import { fileTypeOf } from '#server/http/file-types.ts'
import { whileAllowed } from '#server/http/while-allowed.ts'
import type { Context } from '#server/procedure/context.ts'
import type { Download, Whole } from '#server/procedure/download.ts'

/** `gzip;q=0` is a refusal. */
export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?:1|0\.\d*[1-9]))/i.test(headers['accept-encoding'] ?? '')

/**
 * Describes a file, or a part of it. A strong tag promises the exact stored bytes, so that a caller can fetch parts later (RFC 9110,
 * 8.8.3). Compressed bytes differ, so their tag is weak.
 */
function describeWhole(reply: FastifyReply, { size, range, tag }: Whole, isZipped: boolean) {
  const { start, end } = range ?? { start: 0, end: size }
  reply.header('accept-ranges', 'bytes').header('etag', isZipped ? `W/${tag}` : tag)
  if (!isZipped) reply.header('content-length', end - start)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
}

/**
 * Sends a file, and 304 to a caller who has it already. Compressed where the caller accepts that and requests no part of it. Where the file
 * fails, the transfer breaks off, and where the caller loses the right to it.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { filename, body, warning, whole, job }: Download, ctx: Context) {
  // A part that is asked for is sent: its caller has only the beginning of the file with this tag.
  if (whole && !whole.range && isKnown(whole.tag, request.headers['if-none-match'])) {
    body.destroy()
    return reply.code(304).header('etag', whole.tag).header('vary', 'accept-encoding').send()
  }
  const { contentType, isText } = fileTypeOf(filename)
  const isZipped = isText && !whole?.range && takesGzip(request)
  if (whole) describeWhole(reply, whole, isZipped)
  reply.header('content-disposition', `attachment; filename="${filename}"`).type(contentType).header('vary', 'accept-encoding')
  if (warning !== null) reply.header('x-export-warning', headerText(warning))
  if (job !== null) reply.header('x-export-job', job)
  if (isZipped) reply.header('content-encoding', 'gzip')
  if (request.method === 'HEAD') {
    // Fastify reads a stream to its end to send none of it, and gives an answer without one the length 0.
    body.destroy()
    return reply.send(Readable.from([]))
  }
  // `pipeline` passes a failure of either end on to the other.
  if (!isZipped) return reply.send(pipeline(body, whileAllowed(ctx), () => {}))
  // Each chunk is sent when it is made, not when zlib's buffer is full.
  return reply.send(pipeline(body, whileAllowed(ctx), createGzip({ flush: constants.Z_SYNC_FLUSH }), () => {}))
}
