import type { Cell } from '#server/rows/csv.ts'
import { cutText } from '#server/sheets/cells.ts'

/** Rows are sent when there are so many bytes of them, and never more than `MOST_BYTES` at once: Google advises 2 MB. */
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

/** Rows that wait to be sent. */
export function createRowBuffer() {
  let held: Row[] = []
  let bytes = 0
  return {
    /** Keeps a row, with its cells no longer than Google takes them. Answers how many were cut. */
    hold(cells: readonly Cell[]): number {
      const fitting = cells.map((cell) => (typeof cell === 'string' ? cutText(cell) : cell))
      const row = { cells: fitting, bytes: Buffer.byteLength(JSON.stringify(fitting)) }
      held.push(row)
      bytes += row.bytes
      return fitting.filter((cell, index) => cell !== cells[index]).length
    },
    count: () => held.length,
    isWorthSending: () => bytes >= WORTH_SENDING_BYTES,
    /** Everything that is held, in pieces that are small enough to be sent; afterwards nothing is held. */
    takeAll(): Cell[][][] {
      const all = pieces(held)
      held = []
      bytes = 0
      return all
    },
  }
}
