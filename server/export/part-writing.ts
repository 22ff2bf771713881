import { PartPosition, type FilePart, type FileStore, type PartUse } from '#server/jobs/files.ts'
import { PositionLost, type RowSink, type SinkStart } from '#server/rows/sink.ts'
import type { Cell } from '#server/rows/csv.ts'

/** Flushing to disk is slow, so fewer bytes than this stay buffered. */
const keepBytes = 32 * 1024

/** The partial file of an earlier attempt, if it still exists, or a new one that begins with this text. */
export async function openPart(files: FileStore, { key, attempt, position }: SinkStart, use: PartUse, head: string): Promise<FilePart> {
  if (position !== null) {
    const resumed = await files.resume({ key, attempt }, PartPosition.parse(position), use)
    if (resumed) return resumed
    throw new PositionLost('the file of an earlier attempt is gone or damaged')
  }
  const part = await files.begin({ key, attempt }, use)
  try {
    await part.append(Buffer.from(head))
    return part
  } catch (error) {
    await part.close()
    throw error
  }
}

/** Appends rows to a part, each as its text, and makes them durable from time to time. */
export function rowsInto(part: FilePart, textOf: (row: readonly Cell[]) => string): RowSink['write'] {
  let loose = 0
  return async (rows) => {
    const bytes = Buffer.from(rows.map(textOf).join(''))
    await part.append(bytes)
    loose += bytes.length
    if (loose < keepBytes) return null
    loose = 0
    return part.keep()
  }
}
