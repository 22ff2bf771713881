import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'

/** The maximum size of an answer, compressed and uncompressed. A page of 250 products has 1 to 3 MB. */
const WIRE_BYTES = 16 * 1024 * 1024
const TEXT_BYTES = 32 * 1024 * 1024

/** The text of an answer, or the reason why there is none. `TOO_LARGE` calls for a smaller request, `CUT` for the same request again. */
export type Body = { text: string } | { fault: 'TOO_LARGE' | 'CUT' | 'UNREADABLE' }

/** Returns `null` where the answer is larger than allowed. Leaving the loop then closes the connection. */
async function collect(body: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    const piece = Buffer.from(chunk)
    bytes += piece.byteLength
    if (bytes > WIRE_BYTES) return null
    chunks.push(piece)
  }
  return Buffer.concat(chunks, bytes)
}

function unpack(wire: Buffer): Body {
  try {
    return textOf(gunzipSync(wire, { maxOutputLength: TEXT_BYTES }))
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'TOO_LARGE' }
    // zlib's error code for an early end.
    const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
    return { fault: isCut ? 'CUT' : 'UNREADABLE' }
  }
}

function textOf(bytes: Buffer): Body {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { fault: 'UNREADABLE' }
}

/** Reads a whole answer. Throws only what the socket throws. */
export async function readBody(body: Readable, encoding = 'identity'): Promise<Body> {
  const wire = await collect(body)
  if (!wire) return { fault: 'TOO_LARGE' }
  if (encoding === 'gzip') return unpack(wire)
  return encoding === 'identity' ? textOf(wire) : { fault: 'UNREADABLE' }
}
