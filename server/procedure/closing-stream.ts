import { Readable } from 'node:stream'

/** A stream of the chunks. Closing it closes a source that is a stream, too, even where nobody has read yet: the source would not learn of it. */
export function closingStream(chunks: AsyncIterable<string | Uint8Array>): Readable {
  const stream = Readable.from(chunks, { objectMode: false })
  if (chunks instanceof Readable) stream.once('close', () => chunks.destroy())
  return stream
}
