// The rows of an export as lines of JSON, which keep the types of the cells.
import type { Cell } from '#server/rows/csv.ts'

const lineEnd = 10

export const rowLine = (row: readonly Cell[]): string => `${JSON.stringify(row)}\n`

const isCell = (value: unknown): value is Cell => value === null || ['string', 'number', 'boolean'].includes(typeof value)
/** Checked without zod, which takes longer than the reading itself. */
const isRow = (value: unknown): value is readonly Cell[] => Array.isArray(value) && value.every(isCell)

function rowOf(line: string): readonly Cell[] {
  const row: unknown = JSON.parse(line)
  if (!isRow(row)) throw new Error('a stored row is none')
  return row
}

/** The rows in the bytes of lines. */
export async function* rowsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Cell[]> {
  let rest: Uint8Array[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      yield rowOf(Buffer.concat([...rest, chunk.subarray(start, end)]).toString())
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
}
