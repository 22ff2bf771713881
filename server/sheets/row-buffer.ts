import type { Cell } from '#server/rows/csv.ts'
import { cutText } from '#server/sheets/cells.ts'

/** Rows are sent from this number of bytes on, and at most `MOST_BYTES` at once. Google recommends 2 MB. */
const WORTH_SENDING_BYTES = 1_000_000
const MOST_BYTES = 2_000_000

type Row = { cells: Cell[]; bytes: number }

function pieces(rows: readonly Row[]): Cell[][][] {
  const all: Cell[][][] = []
  let room = 0
  for (const { cells, bytes } of rows) {
    if (bytes > room || all.length === 0) {
      all.push([])
      room = MOST_BYTES
    }
    all.at(-1)?.push(cells)
    room -= bytes
  }
  return all
}

/** A buffer of rows to be sent. */
export function createRowBuffer() {
  let held: Row[] = []
  let bytes = 0
  return {
    /** Adds a row and cuts cells that are too long for Google. Returns the number of cut cells. */
    hold(cells: readonly Cell[]): number {
      const fitting = cells.map((cell) => (typeof cell === 'string' ? cutText(cell) : cell))
      const row = { cells: fitting, bytes: Buffer.byteLength(JSON.stringify(fitting)) }
      held.push(row)
      bytes += row.bytes
      return fitting.filter((cell, index) => cell !== cells[index]).length
    },
    count: () => held.length,
    isWorthSending: () => bytes >= WORTH_SENDING_BYTES,
    /** Empties the buffer. Returns its rows in chunks that are small enough to send. */
    takeAll(): Cell[][][] {
      const all = pieces(held)
      held = []
      bytes = 0
      return all
    },
  }
}
