import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'

/** The most that an answer may weigh, on the wire and unpacked. A page of 250 products weighs 1 to 3 MB. */
const WIRE_BYTES = 16 * 1024 * 1024
const TEXT_BYTES = 32 * 1024 * 1024

/** An answer's text, or why there is none. A smaller question may cure `TOO_LARGE`, the same one again `CUT`. */
export type Body = { text: string } | { fault: 'TOO_LARGE' | 'CUT' | 'UNREADABLE' }

/** `null` where there is more than allowed; leaving the loop then closes the connection. */
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
    // zlib's word for an end that comes too early.
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
