import type { CsvOptions } from '#shared/export.ts'
import { openPart, rowsInto } from '#server/export/part-writing.ts'
import type { FileStore } from '#server/jobs/files.ts'
import { csvWriter } from '#server/rows/csv.ts'
import type { Sink } from '#server/rows/sink.ts'

/** A CSV file of a job. */
export function csvFileSink(files: FileStore, name: string, options: CsvOptions): Sink {
  return {
    async open(start) {
      const writer = csvWriter(options, start.columns)
      const part = await openPart(files, start, 'file', writer.start(start.columns))
      return {
        write: rowsInto(part, writer.row),
        async finish() {
          return { file: { ...(await part.publish()), name }, notes: [] }
        },
        close: () => part.close(),
      }
    },
    async discard(run) {
      await files.remove(run)
      return null
    },
  }
}
