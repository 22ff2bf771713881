import type { FormatWriter, Table } from '#server/export/formats/format.ts'
import { openPart, rowsInto } from '#server/export/part-writing.ts'
import { rowLine, rowsIn } from '#server/export/row-text.ts'
import type { FileStore } from '#server/jobs/files.ts'
import type { Sink } from '#server/rows/sink.ts'

/** The name of the file, and what its writer needs besides the rows. */
export type ConvertedFile = Pick<Table, 'csv' | 'name'> & { fileName: string; loadWriter: () => Promise<FormatWriter> }

/**
 * A file of a job in a format that cannot go on at a byte after a crash. The rows are stored as they come, and the file is made of them in
 * one go at the end: equal rows make equal files, so a crash during that only repeats it.
 */
export function convertedFileSink(files: FileStore, { fileName, loadWriter, ...options }: ConvertedFile): Sink {
  return {
    async open(start) {
      const { columns, kinds, moneyDecimals } = start
      const part = await openPart(files, start, 'source', '')
      return {
        write: rowsInto(part, rowLine),
        async finish() {
          const write = await loadWriter()
          const notes: string[] = []
          const file = await part.publishConverted(({ bytes, read }) =>
            write({ ...options, columns, kinds, moneyDecimals, bytes, rows: () => rowsIn(read()) }, (note) => notes.push(note)),
          )
          return { file: { ...file, name: fileName }, notes }
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
