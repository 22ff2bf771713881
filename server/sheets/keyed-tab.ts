// What finds the rows of a tab: its header and the column of its keys.
import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { OpenTab } from '#server/sheets/own-tab.ts'
import { columnRangeOf, rowRangeOf } from '#server/sheets/ranges.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'
import { readUsedWidth } from '#server/sheets/used-width.ts'

/** A document, and how it is called. */
export type DocumentCalls = Pick<OpenTab, 'sheets' | 'call'> & { id: string }

/**
 * `keys`: the texts of the key column below the header, in order. `keyColumn`: its place, also where an
 * empty tab gets it. `width`: the number of
 * columns that are in use, which is read only where the tab lacks columns of the export.
 */
export type KeyedTab = { header: readonly string[]; keys: readonly string[]; keyColumn: number; width: number }

/** What people type may be a number where the export has a text. */
const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim()

function texts(rows: readonly (readonly Cell[])[] | undefined): string[] {
  return (rows ?? []).map((row) => textOf(row[0]))
}

async function columnOf({ sheets, id, call }: DocumentCalls, title: string, column: number) {
  return sheets.read(id, [rowRangeOf(title, 0), columnRangeOf(title, column)], call)
}

/** The place of a column. Throws SHEET_REFUSED where the header has it several times. null: the header does not have it. */
export function placeOf(header: readonly string[], label: string, tab: string): number | null {
  const [place, another] = header.flatMap((text, index) => (text === label ? [index] : []))
  if (another !== undefined) throw new AppError('SHEET_REFUSED', wordings.columnTwice(tab, label))
  return place ?? null
}

type Exported = { columns: readonly string[]; keyColumn: number }

/** Throws SHEET_REFUSED where the tab has any value, but no column of the keys in its first row. */
export async function readKeyed(document: DocumentCalls, tab: SheetTab, exported: Exported): Promise<KeyedTab> {
  const { sheets, id, call } = document
  const { title } = tab
  const label = exported.columns[exported.keyColumn] ?? ''
  const [first] = await sheets.read(id, [rowRangeOf(title, 0)], call)
  const header = (first?.[0] ?? []).map(textOf)
  const isBlank = header.every((text) => text === '')
  // Values below a blank first row are a table that begins further down.
  if (isBlank && (await readUsedWidth(document, tab, 0)) === 0) return { header: [], keys: [], keyColumn: exported.keyColumn, width: 0 }
  const keyColumn = isBlank ? null : placeOf(header, label, title)
  if (keyColumn === null) throw new AppError('SHEET_REFUSED', wordings.columnMissing(title, label))
  const [, column] = await columnOf(document, title, keyColumn)
  const isLacking = exported.columns.some((one) => !header.includes(one))
  const width = isLacking ? await readUsedWidth(document, tab, header.length) : header.length
  return { header, keys: texts(column).slice(1), keyColumn, width }
}

const upToLast = (list: readonly string[]) => list.slice(0, list.findLastIndex((text) => text !== '') + 1)

/** A fingerprint of the order of rows and columns. */
export const tabOrder = ({ header, keys }: Pick<KeyedTab, 'header' | 'keys'>): string =>
  createHash('sha256')
    .update(JSON.stringify([upToLast(header), upToLast(keys)]))
    .digest('hex')
    .slice(0, 16)

/** The header and the keys of a tab, by the column that has its keys. null: it has none. */
export async function readOrder(
  document: DocumentCalls,
  title: string,
  keyColumn: number | null,
): Promise<Pick<KeyedTab, 'header' | 'keys'>> {
  const [first, column] = await columnOf(document, title, keyColumn ?? 0)
  const header = (first?.[0] ?? []).map(textOf)
  return { header, keys: keyColumn === null ? [] : texts(column).slice(1) }
}

/** The rows of a run's tab below the header: their keys, and which of them only mark a deleted item. */
export type StagedKeys = { keys: readonly string[]; marked: ReadonlySet<number> }

const columnsAtOnce = async ({ sheets, target, call, title }: OpenTab, columns: readonly number[]): Promise<string[][]> => {
  const ranges = columns.map((column) => columnRangeOf(title, column))
  return (await sheets.read(target.documentId, ranges, call)).map((rows) => texts(rows).slice(1))
}

/** Throws SHEET_REFUSED where a row has no key, or two rows have the same one. @param rows their number, with the header */
export async function readStaged(tab: OpenTab, keyColumn: number, rows: number): Promise<StagedKeys> {
  const { columns, deletedColumn = null } = tab.start
  const label = columns[keyColumn] ?? ''
  const [found = [], marks = []] = await columnsAtOnce(tab, deletedColumn === null ? [keyColumn] : [keyColumn, deletedColumn])
  const keys = Array.from({ length: rows - 1 }, (_, index) => found[index] ?? '')
  const empty = keys.filter((key) => key === '').length
  if (empty > 0) throw new AppError('SHEET_REFUSED', wordings.keyEmpty(label, empty))
  const met = new Set<string>()
  for (const key of keys) {
    if (met.has(key)) throw new AppError('SHEET_REFUSED', wordings.keyTwiceInExport(label, key))
    met.add(key)
  }
  return { keys, marked: new Set(marks.flatMap((mark, index) => (mark === '' ? [] : [index]))) }
}
