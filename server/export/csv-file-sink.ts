import type { CsvOptions } from '#shared/export.ts'
import { csvWriter } from '#server/rows/csv.ts'
import { PositionLost, type RowSink, type Sink, type SinkStart } from '#server/rows/sink.ts'
import { PartPosition, type FileStore, type FilePart } from '#server/jobs/files.ts'

/** Flushing to disk is slow, so fewer bytes than this stay buffered. */
const keepBytes = 32 * 1024

/** The partial file of an earlier attempt, if it still exists, or a new one that begins with the header. */
async function partFor(files: FileStore, { key, attempt, position }: SinkStart, start: string) {
  if (position !== null) {
    const resumed = await files.resume({ key, attempt }, PartPosition.parse(position))
    if (resumed) return resumed
    throw new PositionLost('the file of an earlier attempt is gone or damaged')
  }
  const part = await files.begin({ key, attempt })
  try {
    await part.append(Buffer.from(start))
    return part
  } catch (error) {
    await part.close()
    throw error
  }
}

function rowsInto(part: FilePart, name: string, { row }: ReturnType<typeof csvWriter>): RowSink {
  let loose = 0
  return {
    async write(rows) {
      const bytes = Buffer.from(rows.map(row).join(''))
      await part.append(bytes)
      loose += bytes.length
      if (loose < keepBytes) return null
      loose = 0
      return part.keep()
    },
    async finish() {
      return { file: { ...(await part.publish()), name }, notes: [] }
    },
    close: () => part.close(),
  }
}

/** A CSV file of a job. */
export function csvFileSink(files: FileStore, name: string, options: CsvOptions): Sink {
  return {
    async open(start) {
      const writer = csvWriter(options, start.columns)
      const part = await partFor(files, start, writer.start(start.columns))
      return rowsInto(part, name, writer)
    },
    discard: (run) => files.remove(run),
  }
}
