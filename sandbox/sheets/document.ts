import { GoogleError } from './errors.ts'

/** The value of a cell. Cells that were never written are absent. */
export type Value = string | number | boolean
export type Row = (Value | undefined)[]

export type NumberFormat = { readonly type: 'NUMBER' | 'DATE_TIME'; readonly pattern: string }

/** One sheet of a document. Empty rows may be missing in `cells`. */
export type Tab = {
  readonly sheetId: number
  readonly title: string
  readonly hidden: boolean
  readonly rowCount: number
  readonly columnCount: number
  /** The number of frozen rows. */
  readonly frozenRowCount: number
  /** The number format of each column, below the frozen rows. */
  readonly formats: Readonly<Record<number, NumberFormat>>
  /** The number of rows below the header that look like it, because they were put in so. */
  readonly headerLikeRows?: number
  readonly cells: (Row | undefined)[]
}

/** The service account's access to the document. */
export type Access = 'editor' | 'viewer' | 'none'

export type SheetDocument = {
  readonly id: string
  readonly title: string
  readonly isOfficeFile: boolean
  access: Access
  tabs: readonly Tab[]
}

const CELL_LIMIT = 10_000_000

/** A new Google document: one empty tab of 1000 by 26. */
type NewDocument = Pick<SheetDocument, 'id' | 'title' | 'access'> & { readonly isOfficeFile?: boolean | undefined }

export function newDocument({ id, title, access, isOfficeFile = false }: NewDocument): SheetDocument {
  return {
    id,
    title,
    isOfficeFile,
    access,
    tabs: [{ sheetId: 0, title: 'Sheet1', hidden: false, rowCount: 1000, columnCount: 26, frozenRowCount: 0, formats: {}, cells: [] }],
  }
}

const cellsOf = (tabs: readonly Tab[]) => tabs.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0)

/** Throws Google's error where the tabs exceed the maximum number of cells. */
export function assertFits(tabs: readonly Tab[], request: string): void {
  if (cellsOf(tabs) > CELL_LIMIT)
    throw new GoogleError(
      'INVALID_ARGUMENT',
      `Invalid ${request}: This action would increase the number of cells in the workbook above the limit of ${CELL_LIMIT} cells.`,
    )
}

/** The tab's properties in the API's format. */
export function propertiesOf({ sheetId, title, hidden, rowCount, columnCount, frozenRowCount }: Tab, index: number) {
  // Google omits values that are 0 or false.
  const gridProperties = { rowCount, columnCount, ...(frozenRowCount > 0 ? { frozenRowCount } : {}) }
  return { sheetId, title, index, sheetType: 'GRID', gridProperties, ...(hidden ? { hidden } : {}) }
}
