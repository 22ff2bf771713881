// The requests of spreadsheets.batchUpdate that copy, move and clear cells.
import { z } from 'zod'
import { assertFits, propertiesOf } from './document.ts'
import type { Row, Tab } from './document.ts'
import { assertFree, invalid, known } from './step.ts'
import type { Step } from './step.ts'

const SheetId = z.int().min(0)
const Duplicate = z.strictObject({
  sourceSheetId: SheetId,
  insertSheetIndex: z.int().min(0),
  newSheetId: z.int().min(0),
  newSheetName: z.string().min(1).max(100),
})
/** A rectangle with its ends, which are exclusive. */
const GridRange = z.strictObject({
  sheetId: SheetId,
  startRowIndex: z.int().min(0),
  endRowIndex: z.int().min(1),
  startColumnIndex: z.int().min(0),
  endColumnIndex: z.int().min(1),
})
/** Formats are emulated by column only. Formulas are values here. */
const PasteType = z.enum(['PASTE_VALUES', 'PASTE_FORMULA', 'PASTE_FORMAT'])
const CopyPaste = z.strictObject({ source: GridRange, destination: GridRange, pasteType: PasteType })
/** Only the removal of all values of a tab. */
const UpdateCells = z.strictObject({ range: z.strictObject({ sheetId: SheetId }), fields: z.literal('userEnteredValue') })
const Dimension = z.strictObject({
  sheetId: SheetId,
  dimension: z.enum(['ROWS', 'COLUMNS']),
  startIndex: z.int().min(0),
  endIndex: z.int().min(1),
})
const AppendDimension = z.strictObject({ sheetId: SheetId, dimension: z.enum(['ROWS', 'COLUMNS']), length: z.int().min(1) })
const InsertDimension = z.strictObject({ range: Dimension, inheritFromBefore: z.boolean() })

export const gridChanges = [
  z.strictObject({ duplicateSheet: Duplicate }),
  z.strictObject({ copyPaste: CopyPaste }),
  z.strictObject({ updateCells: UpdateCells }),
  z.strictObject({ insertDimension: InsertDimension }),
  z.strictObject({ appendDimension: AppendDimension }),
  z.strictObject({ deleteDimension: z.strictObject({ range: Dimension }) }),
] as const
type GridChange = z.infer<(typeof gridChanges)[number]>

type GridRange = z.infer<typeof GridRange>
type Dimension = z.infer<typeof Dimension>

const withTab = (tabs: readonly Tab[], old: Tab, changed: Partial<Tab>): Step => ({
  tabs: tabs.map((tab) => (tab === old ? { ...old, ...changed } : tab)),
  reply: {},
})
const copyOf = (cells: Tab['cells']): (Row | undefined)[] => Array.from(cells, (row) => row?.slice())

function duplicated(tabs: readonly Tab[], change: z.infer<typeof Duplicate>, request: string): Step {
  const { sourceSheetId, insertSheetIndex, newSheetId: sheetId, newSheetName: title } = change
  const source = known(tabs, sourceSheetId, request)
  assertFree(tabs, title, request)
  if (tabs.some((tab) => tab.sheetId === sheetId)) throw invalid(request, `Sheet with id ${sheetId} already exists.`)
  if (insertSheetIndex > tabs.length) throw invalid(request, `Sheet index ${insertSheetIndex} is out of bounds.`)
  const copy: Tab = { ...source, sheetId, title, cells: copyOf(source.cells) }
  const next = tabs.toSpliced(insertSheetIndex, 0, copy)
  assertFits(next, request)
  return { tabs: next, reply: { duplicateSheet: { properties: propertiesOf(copy, insertSheetIndex) } } }
}

function assertInGrid({ rowCount, columnCount }: Tab, range: GridRange, request: string) {
  const { startRowIndex: top, endRowIndex: bottom, startColumnIndex: left, endColumnIndex: right } = range
  if (top >= bottom || left >= right || bottom > rowCount || right > columnCount)
    throw invalid(request, 'The range lies outside of the grid.')
}

const sizeOf = (range: GridRange) => [range.endRowIndex - range.startRowIndex, range.endColumnIndex - range.startColumnIndex].join()

function formatsPasted(from: Tab, to: Tab, source: GridRange, destination: GridRange): Tab['formats'] {
  const moved = destination.startColumnIndex - source.startColumnIndex
  const kept = Object.entries(to.formats).filter(
    ([column]) => Number(column) < destination.startColumnIndex || Number(column) >= destination.endColumnIndex,
  )
  const columns = Object.entries(from.formats).flatMap(([column, format]) =>
    Number(column) >= source.startColumnIndex && Number(column) < source.endColumnIndex ? [[Number(column) + moved, format]] : [],
  )
  return Object.fromEntries([...kept, ...columns])
}

/** Cells that are empty in the source become empty. */
function pasted(tabs: readonly Tab[], { source, destination, pasteType }: z.infer<typeof CopyPaste>, request: string): Step {
  const from = known(tabs, source.sheetId, request)
  const to = known(tabs, destination.sheetId, request)
  assertInGrid(from, source, request)
  assertInGrid(to, destination, request)
  if (sizeOf(source) !== sizeOf(destination)) throw invalid(request, 'Only ranges of the same size are played here.')
  if (pasteType === 'PASTE_FORMAT') return withTab(tabs, to, { formats: formatsPasted(from, to, source, destination) })
  const cells = copyOf(to.cells)
  for (let row = source.startRowIndex; row < source.endRowIndex; row += 1) {
    const target = (cells[row - source.startRowIndex + destination.startRowIndex] ??= [])
    for (let column = source.startColumnIndex; column < source.endColumnIndex; column += 1)
      target[column - source.startColumnIndex + destination.startColumnIndex] = from.cells[row]?.[column]
  }
  return withTab(tabs, to, { cells })
}

/** Array functions skip places that were never written, so every place is filled. */
const filled = <One>(list: readonly (One | undefined)[], count: number) => Array.from({ length: count }, (_, index) => list[index])

function inserted(tabs: readonly Tab[], { range, inheritFromBefore }: z.infer<typeof InsertDimension>, request: string): Step {
  const tab = known(tabs, range.sheetId, request)
  const { startIndex: at, endIndex: end, dimension } = range
  const count = end - at
  const size = dimension === 'ROWS' ? tab.rowCount : tab.columnCount
  if (count < 1 || at > size) throw invalid(request, 'The range lies outside of the grid.')
  if (inheritFromBefore && at === 0) throw invalid(request, 'inheritFromBefore cannot be true when inserting at the start.')
  if (!inheritFromBefore && at >= size)
    throw invalid(request, `range.startIndex must be less than the grid size (${size}) if inheritFromBefore is false`)
  const nothing = filled([], count)
  const next =
    dimension === 'ROWS'
      ? withTab(tabs, tab, {
          rowCount: size + count,
          cells: filled(tab.cells, size).toSpliced(at, 0, ...nothing),
          ...(inheritFromBefore && at <= 1 + (tab.headerLikeRows ?? 0) ? { headerLikeRows: (tab.headerLikeRows ?? 0) + count } : {}),
        })
      : withTab(tabs, tab, {
          columnCount: size + count,
          cells: tab.cells.map((row) => row && filled(row, size).toSpliced(at, 0, ...nothing)),
        })
  assertFits(next.tabs, request)
  return next
}

function appended(tabs: readonly Tab[], { sheetId, dimension, length }: z.infer<typeof AppendDimension>, request: string): Step {
  const tab = known(tabs, sheetId, request)
  const { rowCount, columnCount } = tab
  const next = withTab(tabs, tab, dimension === 'ROWS' ? { rowCount: rowCount + length } : { columnCount: columnCount + length })
  assertFits(next.tabs, request)
  return next
}

function cutOut(tabs: readonly Tab[], range: Dimension, request: string): Step {
  const tab = known(tabs, range.sheetId, request)
  const { startIndex: at, endIndex: end, dimension } = range
  const size = dimension === 'ROWS' ? tab.rowCount : tab.columnCount
  if (end <= at || end > size) throw invalid(request, 'The range lies outside of the grid.')
  if (end - at === size) throw invalid(request, "You can't delete all the rows on the sheet.")
  if (dimension === 'ROWS')
    return withTab(tabs, tab, { rowCount: size - (end - at), cells: filled(tab.cells, size).toSpliced(at, end - at) })
  const cells = tab.cells.map((row) => row && filled(row, size).toSpliced(at, end - at))
  return withTab(tabs, tab, { columnCount: size - (end - at), cells })
}

/** Carries out one request. Throws Google's errors. */
export function gridStep(tabs: readonly Tab[], change: GridChange, request: string): Step {
  if ('duplicateSheet' in change) return duplicated(tabs, change.duplicateSheet, `${request}.duplicateSheet`)
  if ('copyPaste' in change) return pasted(tabs, change.copyPaste, `${request}.copyPaste`)
  if ('insertDimension' in change) return inserted(tabs, change.insertDimension, `${request}.insertDimension`)
  if ('appendDimension' in change) return appended(tabs, change.appendDimension, `${request}.appendDimension`)
  if ('deleteDimension' in change) return cutOut(tabs, change.deleteDimension.range, `${request}.deleteDimension`)
  return withTab(tabs, known(tabs, change.updateCells.range.sheetId, `${request}.updateCells`), { cells: [] })
}
