import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { gridChanges, gridStep } from './grid-updates.ts'
import { assertFits, propertiesOf } from './document.ts'
import type { SheetDocument, Tab } from './document.ts'
import { assertFree, invalid, known } from './step.ts'
import type { Step } from './step.ts'

const Grid = z.strictObject({ rowCount: z.int().min(1).default(1000), columnCount: z.int().min(1).default(26) })
const AddSheet = z.strictObject({
  properties: z.strictObject({
    sheetId: z.int().min(0).optional(),
    title: z.string().min(1).max(100),
    sheetType: z.literal('GRID').optional(),
    hidden: z.boolean().default(false),
    gridProperties: Grid.prefault({}),
  }),
})
/** `fields` names the used `properties`. All others stay unchanged. */
const UpdateSheet = z.strictObject({
  properties: z.strictObject({
    sheetId: z.int().min(0),
    title: z.string().min(1).max(100).optional(),
    hidden: z.boolean().optional(),
    gridProperties: z
      .strictObject({
        rowCount: z.int().min(1).optional(),
        columnCount: z.int().min(1).optional(),
        frozenRowCount: z.int().min(0).optional(),
      })
      .optional(),
  }),
  fields: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['title', 'hidden', 'gridProperties.rowCount', 'gridProperties.columnCount', 'gridProperties.frozenRowCount']))),
})
/** Rows lose their formats. */
const ClearFormats = z.strictObject({
  range: z.strictObject({ sheetId: z.int().min(0), startRowIndex: z.int().min(0), endRowIndex: z.int().min(1) }),
  cell: z.strictObject({}),
  fields: z.literal('userEnteredFormat'),
})
/** The same cell in a whole range. Apart from the removal of formats, only number formats of whole columns are emulated. */
const RepeatCell = z.strictObject({
  range: z.strictObject({
    sheetId: z.int().min(0),
    startRowIndex: z.int().min(0),
    startColumnIndex: z.int().min(0),
    endColumnIndex: z.int().min(1),
  }),
  cell: z.strictObject({
    userEnteredFormat: z.strictObject({
      numberFormat: z.strictObject({ type: z.enum(['NUMBER', 'DATE_TIME']), pattern: z.string().regex(/^[0#.]+$|^[ymdhs:\- ]+$/) }),
    }),
  }),
  fields: z.literal('userEnteredFormat.numberFormat'),
})
const Change = z.union([
  z.strictObject({ repeatCell: z.union([RepeatCell, ClearFormats]) }),
  z.strictObject({ addSheet: AddSheet }),
  z.strictObject({ deleteSheet: z.strictObject({ sheetId: z.int().min(0) }) }),
  z.strictObject({ updateSheetProperties: UpdateSheet }),
  ...gridChanges,
])
/** The emulated part of the body of spreadsheets.batchUpdate. */
export const BatchUpdate = z.strictObject({ requests: z.array(Change).min(1) })
type Change = z.infer<typeof Change>

const HIGHEST_ID = 2_000_000_000

function added(tabs: readonly Tab[], { properties }: z.infer<typeof AddSheet>, request: string): Step {
  const { title, gridProperties, hidden, sheetId = randomInt(1, HIGHEST_ID) } = properties
  assertFree(tabs, title, request)
  if (tabs.some((tab) => tab.sheetId === sheetId)) throw invalid(request, `Sheet with id ${sheetId} already exists.`)
  const tab: Tab = { sheetId, title, hidden, ...gridProperties, frozenRowCount: 0, formats: {}, cells: [] }
  const next = [...tabs, tab]
  assertFits(next, request)
  return { tabs: next, reply: { addSheet: { properties: propertiesOf(tab, tabs.length) } } }
}

function removed(tabs: readonly Tab[], sheetId: number, request: string): Step {
  const gone = known(tabs, sheetId, request)
  if (tabs.length === 1) throw invalid(request, "You can't remove all the sheets in a document.")
  return { tabs: tabs.filter((tab) => tab !== gone), reply: {} }
}

const cut = (cells: Tab['cells'], rows: number, columns: number) => cells.slice(0, rows).map((row) => row?.slice(0, columns))

function changed(tabs: readonly Tab[], { properties, fields }: z.infer<typeof UpdateSheet>, request: string): Step {
  const found = known(tabs, properties.sheetId, request)
  const title = fields.includes('title') ? (properties.title ?? '') : found.title
  const hidden = fields.includes('hidden') ? (properties.hidden ?? false) : found.hidden
  const { gridProperties: grid } = properties
  const rowCount = fields.includes('gridProperties.rowCount') ? (grid?.rowCount ?? 0) : found.rowCount
  const columnCount = fields.includes('gridProperties.columnCount') ? (grid?.columnCount ?? 0) : found.columnCount
  const frozenRowCount = fields.includes('gridProperties.frozenRowCount') ? (grid?.frozenRowCount ?? 0) : found.frozenRowCount
  if (title === '' || rowCount === 0 || columnCount === 0) throw invalid(request, 'A field is named that is not given.')
  if (frozenRowCount >= rowCount) throw invalid(request, "You can't freeze all visible rows on the sheet.")
  const others = tabs.filter((tab) => tab !== found)
  assertFree(others, title, request)
  if (hidden && others.every((tab) => tab.hidden)) throw invalid(request, "You can't hide all the sheets in a document.")
  const changedTab: Tab = { ...found, title, hidden, rowCount, columnCount, frozenRowCount, cells: cut(found.cells, rowCount, columnCount) }
  const next = tabs.map((tab) => (tab === found ? changedTab : tab))
  assertFits(next, request)
  return { tabs: next, reply: {} }
}

function cleared(tabs: readonly Tab[], { range }: z.infer<typeof ClearFormats>, request: string): Step {
  const found = known(tabs, range.sheetId, request)
  if (range.startRowIndex >= range.endRowIndex || range.endRowIndex > found.rowCount)
    throw invalid(request, 'The range lies outside of the grid.')
  return { tabs: tabs.map((tab) => (tab === found ? { ...found, headerLikeRows: 0 } : tab)), reply: {} }
}

function repeated(tabs: readonly Tab[], repeat: z.infer<typeof RepeatCell> | z.infer<typeof ClearFormats>, request: string): Step {
  if (repeat.fields === 'userEnteredFormat') return cleared(tabs, repeat, request)
  const { range, cell } = repeat
  const found = known(tabs, range.sheetId, request)
  const { startRowIndex: top, startColumnIndex: left, endColumnIndex: right } = range
  if (left >= right || right > found.columnCount || top >= found.rowCount) throw invalid(request, 'The range lies outside of the grid.')
  const columns = Array.from({ length: right - left }, (_, index) => [left + index, cell.userEnteredFormat.numberFormat])
  const next = { ...found, formats: { ...found.formats, ...Object.fromEntries(columns) } }
  return { tabs: tabs.map((tab) => (tab === found ? next : tab)), reply: {} }
}

function step(tabs: readonly Tab[], change: Change, at: number): Step {
  if ('repeatCell' in change) return repeated(tabs, change.repeatCell, `requests[${at}].repeatCell`)
  if ('addSheet' in change) return added(tabs, change.addSheet, `requests[${at}].addSheet`)
  if ('deleteSheet' in change) return removed(tabs, change.deleteSheet.sheetId, `requests[${at}].deleteSheet`)
  if ('updateSheetProperties' in change) return changed(tabs, change.updateSheetProperties, `requests[${at}].updateSheetProperties`)
  return gridStep(tabs, change, `requests[${at}]`)
}

/** Carries out all requests, or none if one is refused. */
export function batchUpdate(document: SheetDocument, { requests }: z.infer<typeof BatchUpdate>) {
  let { tabs } = document
  const replies = requests.map((change, index) => {
    const { tabs: next, reply } = step(tabs, change, index)
    tabs = next
    return reply
  })
  document.tabs = tabs
  return { spreadsheetId: document.id, replies }
}
