// Which cells of a tab are written by an update.
import { AppError } from '#shared/errors.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import type { NumberFormat } from '#server/sheets/column-formats.ts'
import type { WrittenColumns } from '#server/sheets/copy-title.ts'
import { placeOf, type KeyedTab, type StagedKeys } from '#server/sheets/keyed-tab.ts'
import { copyRequest, formatRequests, insertRowsRequests, type RowSpan, type SheetRequest } from '#server/sheets/requests.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'

/** The requests of one batch, so that it stays below the two megabytes that Google recommends. */
const MOST_REQUESTS = 5_000
const HEADER_ROWS = 1

export type UpdateAsked = {
  stagingId: number
  /** The tab to update. */
  target: Pick<SheetTab, 'sheetId' | 'title' | 'rowCount'>
  /** The columns of the export, their number formats, the place of the key among them, and the place of the mark of deleted items. */
  columns: readonly string[]
  formats: readonly (NumberFormat | null)[]
  keyColumn: number
  deletedColumn: number | null
  staged: StagedKeys
}

/** `until`: the first staged row that is left for another batch. */
export type UpdatePlan = {
  until: number
  columnCount: number
  written: WrittenColumns
  inserted: RowSpan
  requests: readonly SheetRequest[]
}

/** The rows of the keys that are exported. Throws SHEET_REFUSED where one of them stands in several rows. */
function rowsByKey({ target: { title }, columns, keyColumn, staged }: UpdateAsked, { keys }: KeyedTab): Map<string, number> {
  const wanted = new Set(staged.keys)
  const rows = new Map<string, number>()
  for (const [index, key] of keys.entries()) {
    if (!wanted.has(key)) continue
    const row = index + HEADER_ROWS
    const first = rows.get(key)
    if (first !== undefined)
      throw new AppError('SHEET_REFUSED', wordings.keyTwiceInTab(title, columns[keyColumn] ?? '', key, [first + 1, row + 1]))
    rows.set(key, row)
  }
  return rows
}

/** Consecutive columns that are consecutive in the tab as well. */
type ColumnRun = { from: number; to: number; count: number }

function columnRuns(places: readonly number[], isWritten: (column: number) => boolean): ColumnRun[] {
  const runs: ColumnRun[] = []
  for (const [from, to] of places.entries()) {
    if (!isWritten(from)) continue
    const last = runs.at(-1)
    if (last && last.from + last.count === from && last.to + last.count === to) last.count += 1
    else runs.push({ from, to, count: 1 })
  }
  return runs
}

/** `added`: all columns. `known`: all but the key. `deleted`: the mark alone, so that the last values stay. */
type RowKind = 'added' | 'known' | 'deleted'
type RowRun = { kind: RowKind; from: number; to: number; count: number }

/** The runs of staged rows from one on, as many as a batch takes. */
function rowRuns(rows: Iterable<[index: number, kind: RowKind, row: number]>, requestsOf: Record<RowKind, number>) {
  const runs: RowRun[] = []
  let requests = 0
  let until = 0
  for (const [from, kind, to] of rows) {
    const last = runs.at(-1)
    if (last?.kind === kind && last.from + last.count === from && last.to + last.count === to) last.count += 1
    else {
      if (runs.length > 0 && requests + requestsOf[kind] > MOST_REQUESTS) break
      requests += requestsOf[kind]
      runs.push({ kind, from, to, count: 1 })
    }
    until = from + 1
  }
  return { runs, until }
}

/** Columns that the tab lacks follow the last one that holds any value. */
function placesIn({ header, width }: KeyedTab, columns: readonly string[], title: string): number[] {
  let next = width
  return columns.map((label) => placeOf(header, label, title) ?? next++)
}

/**
 * Plans the batch that updates a tab from a staged row on. Throws SHEET_REFUSED with a sentence where the tab has a column or a key several
 * times.
 */
export function planUpdate(asked: UpdateAsked, seen: KeyedTab, first: number): UpdatePlan {
  const { stagingId, target, columns, formats, keyColumn, deletedColumn, staged } = asked
  const { sheetId: targetId, title, rowCount } = target
  const known = rowsByKey(asked, seen)
  const places = placesIn(seen, columns, title)
  const at = seen.keys.findLastIndex((key) => key !== '') + 1 + HEADER_ROWS
  const columnsOf: Record<RowKind, ColumnRun[]> = {
    added: columnRuns(places, () => true),
    known: columnRuns(places, (column) => column !== keyColumn),
    deleted: columnRuns(places, (column) => column === deletedColumn),
  }
  let count = 0
  function* rows(): Generator<[number, RowKind, number]> {
    for (let index = first; index < staged.keys.length; index += 1) {
      const row = known.get(staged.keys[index] ?? '')
      if (row === undefined) yield [index, 'added', at + count++]
      else yield [index, staged.marked.has(index) ? 'deleted' : 'known', row]
    }
  }
  const { runs, until } = rowRuns(rows(), {
    added: columnsOf.added.length,
    known: columnsOf.known.length,
    deleted: columnsOf.deleted.length,
  })
  const added = runs.reduce((sum, run) => sum + (run.kind === 'added' ? run.count : 0), 0)
  const paste = (run: { from: number; to: number; count: number }, column: ColumnRun): SheetRequest =>
    copyRequest(
      { sheetId: stagingId, row: run.from, column: column.from },
      { sheetId: targetId, row: run.to, column: column.to },
      { rows: run.count, columns: column.count },
    )
  const isLacking = (column: number) => (places[column] ?? 0) >= seen.width
  // Columns that the tab has look as the team wants.
  const formatted = places.flatMap((place, column) => (isLacking(column) ? { place, format: formats[column] ?? null } : []))
  const inserted = { at, count: added }
  return {
    until,
    columnCount: Math.max(...places) + 1,
    written: { places: places.toSorted((one, other) => one - other), lackingFrom: seen.width },
    inserted,
    requests: [
      ...(added > 0 ? insertRowsRequests(targetId, inserted, rowCount) : []),
      ...(rowCount + added > HEADER_ROWS ? formatRequests(targetId, formatted) : []),
      ...columnRuns(places, isLacking).map((column) => paste({ from: 0, to: 0, count: HEADER_ROWS }, column)),
      ...runs.flatMap(({ kind, ...run }) => columnsOf[kind].map((column) => paste({ ...run, from: run.from + HEADER_ROWS }, column))),
    ],
  }
}
