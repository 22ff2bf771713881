import { GoogleError } from './errors.ts'

/** What a cell holds; a cell that was never written is not there. */
export type Value = string | number | boolean
export type Row = (Value | undefined)[]

export type NumberFormat = { readonly type: 'NUMBER' | 'DATE_TIME'; readonly pattern: string }

/** One sheet of a document. A row that holds nothing may be missing in `cells`. */
export type Tab = {
  readonly sheetId: number
  readonly title: string
  readonly hidden: boolean
  readonly rowCount: number
  readonly columnCount: number
  /** How many rows stay in sight at the top. */
  readonly frozenRowCount: number
  /** How numbers are written, by column, below the frozen rows. */
  readonly formats: Readonly<Record<number, NumberFormat>>
  readonly cells: (Row | undefined)[]
}

/** Who the document is shared with, as the service account sees it. */
export type Access = 'editor' | 'viewer' | 'none'

export type SheetDocument = { readonly id: string; readonly title: string; access: Access; tabs: readonly Tab[] }

const CELL_LIMIT = 10_000_000

/** A document as Google makes it: one empty tab of 1000 by 26. */
export function newDocument({ id, title, access }: { id: string; title: string; access: Access }): SheetDocument {
  return {
    id,
    title,
    access,
    tabs: [{ sheetId: 0, title: 'Sheet1', hidden: false, rowCount: 1000, columnCount: 26, frozenRowCount: 0, formats: {}, cells: [] }],
  }
}

const cellsOf = (tabs: readonly Tab[]) => tabs.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0)

/** Throws Google's refusal where the tabs hold more cells than a document may. */
export function assertFits(tabs: readonly Tab[], request: string): void {
  if (cellsOf(tabs) > CELL_LIMIT)
    throw new GoogleError(
      'INVALID_ARGUMENT',
      `Invalid ${request}: This action would increase the number of cells in the workbook above the limit of ${CELL_LIMIT} cells.`,
    )
}

/** The tab's properties as the API gives them. */
export function propertiesOf({ sheetId, title, hidden, rowCount, columnCount, frozenRowCount }: Tab, index: number) {
  // What is 0 or false is left out, as Google does.
  const gridProperties = { rowCount, columnCount, ...(frozenRowCount > 0 ? { frozenRowCount } : {}) }
  return { sheetId, title, index, sheetType: 'GRID', gridProperties, ...(hidden ? { hidden } : {}) }
}
