import type { Cell } from '#server/rows/csv.ts'
import type { Files } from './compare.ts'
import { filesOf } from './files.ts'
import type { FormatTable } from './tables.ts'

const most = 50

/** The smallest changes: a blank, a swapped flag, one more in the last place. */
function changed(cell: Cell): Cell {
  if (typeof cell === 'string') return /^-?\d+\.\d+$/.test(cell) ? `${cell}1` : `${cell} `
  if (typeof cell === 'boolean') return !cell
  return cell === null ? 'x' : cell + 1
}

/** Tables of which one cell stands differently in the CSV. */
export function changedCells(tables: readonly FormatTable[]): Promise<Files[]> {
  return Promise.all(
    tables.slice(0, most).map((table, index) => {
      const down = index % table.rows.length
      const across = index % table.kinds.length
      const rows = table.rows.map((row, at) => (at === down ? row.map((cell, to) => (to === across ? changed(cell) : cell)) : row))
      return filesOf(table, rows)
    }),
  )
}
