import type { Cell } from '#server/rows/csv.ts'

const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/

/** A time such as "2026-03-01 10:00:05 +0700" in the form of ISO 8601. null: the cell is none. */
export function isoTimeOf(cell: Cell): string | null {
  const [, day, time, hours, minutes] = (typeof cell === 'string' && moment.exec(cell)) || []
  return day === undefined ? null : `${day}T${time}${hours}:${minutes}`
}
