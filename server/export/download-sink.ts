import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { CsvOptions } from '#shared/export.ts'
import { createHash } from 'node:crypto'
import { csvWriter } from '#server/rows/csv.ts'
import type { RowSink } from '#server/rows/sink.ts'

const bufferBytes = 256 * 1024

/**
 * A CSV of this name that is streamed to a reader. Writing waits for the reader, so a slow reader costs no memory. Nothing is durable: a position only
 * counts the sent rows. The caller ends `body` after the sink has finished. `begun` resolves with the first bytes.
 */
export function downloadSink(name: string, columns: readonly string[], options: CsvOptions, signal: AbortSignal) {
  const writer = csvWriter(options, columns)
  const body = new PassThrough({ highWaterMark: bufferBytes })
  // The error reaches the reader through the stream. Without a reader, it is ignored.
  body.on('error', () => {})
  const begun = Promise.withResolvers<void>()
  const hash = createHash('sha256')
  let head = writer.start(columns)
  let bytes = 0

  async function send(text: string) {
    const chunk = Buffer.from(head + text)
    head = ''
    hash.update(chunk)
    bytes += chunk.length
    begun.resolve()
    if (!body.write(chunk)) await once(body, 'drain', { signal })
  }
  const sink: RowSink = {
    async write(rows) {
      await send(rows.map(writer.row).join(''))
      return { bytes }
    },
    async finish() {
      await send('')
      return { notes: [], sent: { name, bytes, sha256: hash.copy().digest('hex') } }
    },
    close: async () => {},
  }
  return { sink, body, begun: begun.promise }
}
