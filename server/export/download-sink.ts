import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { CsvOptions } from '#shared/export.ts'
import { createHash } from 'node:crypto'
import { csvWriter } from '#server/rows/csv.ts'
import type { RowSink } from '#server/rows/sink.ts'

const bufferBytes = 256 * 1024

/**
 * A CSV that somebody reads while it is made. Writing waits for the reader, so a slow one costs no memory; nothing of it outlives
 * a crash, and a place in it only says how much was sent. `body` has to be ended once the sink has finished; `begun` resolves with the first bytes.
 */
export function downloadSink(columns: readonly string[], options: CsvOptions, signal: AbortSignal) {
  const writer = csvWriter(options, columns)
  const body = new PassThrough({ highWaterMark: bufferBytes })
  // Whoever reads it is told; before anybody does, there is nobody to tell.
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
      return { notes: [], sent: { sha256: hash.copy().digest('hex') } }
    },
    close: async () => {},
  }
  return { sink, body, begun: begun.promise }
}
