// Whether a run wrote into the rows and columns that it expected, and how that is taken back where it did not.
import { undoneTitle, type TabCopy, type WrittenColumns } from '#server/sheets/copy-title.ts'
import { readOrder, tabOrder, type DocumentCalls } from '#server/sheets/keyed-tab.ts'
import { isSheetRefusal, tabIdOf } from '#server/sheets/own-tab.ts'
import { blockRangeOf, columnsRangeOf } from '#server/sheets/ranges.ts'
import { addRequest, changeRequest, copyRequest, deleteRowsRequest, removeRequest, type SheetRequest } from '#server/sheets/requests.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'

const isFilled = (rows: readonly (readonly unknown[])[] | undefined) =>
  (rows ?? []).some((row) => row.some((cell) => cell !== '' && cell !== false))

/** Whether the tab had the expected order, and no values in the columns that it lacked, when the run wrote into it. */
export async function wasInOrder(document: DocumentCalls, copy: TabCopy): Promise<boolean> {
  const { sheets, id, call } = document
  const { written, title } = copy
  try {
    if (tabOrder(await readOrder(document, title, copy.keyColumn)) !== copy.order) return false
    const last = Math.max(...(written?.places ?? []))
    if (!written || last < written.lackingFrom) return true
    const [values] = await sheets.read(id, [columnsRangeOf(title, written.lackingFrom, last + 1)], call)
    return !isFilled(values)
  } catch (error) {
    // Google refuses to read columns that somebody removed.
    if (isSheetRefusal(error)) return false
    throw error
  }
}

type Pair = { copy: TabCopy; written: WrittenColumns; was: SheetTab; target: SheetTab }

/** The runs of consecutive columns of a tab that are chosen. */
function columnRuns(columnCount: number, isChosen: (column: number) => boolean): { column: number; columns: number }[] {
  const runs: { column: number; columns: number }[] = []
  for (let column = 0; column < columnCount; column += 1) {
    if (!isChosen(column)) continue
    const last = runs.at(-1)
    if (last && last.column + last.columns === column) last.columns += 1
    else runs.push({ column, columns: 1 })
  }
  return runs
}

/** Whether people have typed beside the rows that were inserted. */
async function hasNotes({ sheets, id, call }: DocumentCalls, { copy, written, target }: Pair): Promise<boolean> {
  const { at, count } = copy.inserted
  const others = columnRuns(target.columnCount, (column) => !written.places.includes(column))
  if (count === 0 || others.length === 0) return false
  const ranges = others.map(({ column, columns }) => blockRangeOf(target.title, { row: at, column }, { rows: count, columns }))
  return (await sheets.read(id, ranges, call)).some(isFilled)
}

const upToLast = (list: readonly string[]) => list.slice(0, list.findLastIndex((text) => text !== '') + 1)
const areSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(upToLast(one)) === JSON.stringify(upToLast(other))

/** Whether rows and columns of the tab stand as the run left them: those of the copy, with the rows that were inserted. */
async function isAsWritten(document: DocumentCalls, pair: Pair): Promise<boolean> {
  const { copy, written, was, target } = pair
  const { at, count } = copy.inserted
  if (target.rowCount !== was.rowCount + count || target.columnCount !== was.columnCount) return false
  const before = await readOrder(document, was.title, copy.keyColumn < was.columnCount ? copy.keyColumn : null)
  const now = await readOrder(document, target.title, copy.keyColumn < was.columnCount ? copy.keyColumn : null)
  // The rows are counted with the header, and the keys without.
  const keys = now.keys.toSpliced(at - 1, count)
  const headers = now.header.map((text, place) =>
    written.places.includes(place) && place >= written.lackingFrom ? before.header[place] : text,
  )
  return (
    areSame(keys, before.keys) &&
    areSame(
      headers.map((text) => text ?? ''),
      before.header,
    )
  )
}

/**
 * The copy gets another name at once, so that a repetition is refused: a tab with that name exists then. Only columns that the run wrote are
 * copied back. Keys of known rows were never written, so they say whether the values are back in their rows.
 */
function undoRequests({ copy, written, was }: Pair): SheetRequest[] {
  const { inserted, targetId, keyColumn } = copy
  const title = undoneTitle(copy)
  const sheetId = tabIdOf(title)
  const isLacking = (column: number) => written.places.includes(column) && column >= written.lackingFrom
  const isCopied = (column: number) => isLacking(column) || (written.places.includes(column) && column !== keyColumn)
  const pasted = (isChosen: (column: number) => boolean, rows: number, pasteType: 'PASTE_FORMULA' | 'PASTE_FORMAT') =>
    columnRuns(was.columnCount, isChosen).map(({ column, columns }) => {
      const first = { row: 0, column }
      return copyRequest({ sheetId: was.sheetId, ...first }, { sheetId: targetId, ...first }, { rows, columns }, pasteType)
    })
  return [
    addRequest({ sheetId, title, rowCount: 1, columnCount: 1 }),
    removeRequest(sheetId),
    changeRequest(was.sheetId, { title }),
    ...(inserted.count > 0 ? [deleteRowsRequest(targetId, inserted)] : []),
    // Rows with known keys stand above those that were inserted. What people type below in this very moment stays.
    ...pasted(isCopied, Math.min(inserted.at, was.rowCount), 'PASTE_FORMULA'),
    ...pasted(isLacking, was.rowCount, 'PASTE_FORMAT'),
  ]
}

/** Whether it is taken back now, or was before by a request whose answer was lost. */
async function takeBack({ sheets, id, call }: DocumentCalls, pair: Pair): Promise<boolean> {
  try {
    await sheets.change(id, undoRequests(pair), call)
    return true
  } catch (error) {
    if (!isSheetRefusal(error)) throw error
    const { tabs } = await sheets.look(id, call)
    return tabs.some(({ sheetId, title }) => sheetId === pair.copy.sheetId && title === undoneTitle(pair.copy))
  }
}

/**
 * Takes back what the run wrote, from the copy. Leaves the tab alone where it does not stand as the run left it, or (`isLate`: another call wrote
 * it, and time has passed) people have typed beside the inserted rows. Returns whether the tab is as before: it is not either where somebody
 * moves rows in that very moment.
 */
export async function undo(document: DocumentCalls, copy: TabCopy, { isLate }: { isLate: boolean }): Promise<boolean> {
  const { tabs } = await document.sheets.look(document.id, document.call)
  const was = tabs.find(({ sheetId }) => sheetId === copy.sheetId)
  const target = tabs.find(({ sheetId }) => sheetId === copy.targetId)
  if (!was || !target) return false
  const { written } = copy
  if (was.title !== undoneTitle(copy)) {
    // Without the column of the keys, nobody knows what people did with the rows since.
    if (!written || (isLate && copy.keyColumn >= was.columnCount)) return false
    const pair: Pair = { copy, written, was, target }
    if (!(await isAsWritten(document, pair)) || (isLate && (await hasNotes(document, pair)))) return false
    if (!(await takeBack(document, pair))) return false
  }
  const keyColumn = copy.keyColumn < was.columnCount ? copy.keyColumn : null
  const before = await readOrder(document, undoneTitle(copy), keyColumn)
  const now = await readOrder(document, target.title, keyColumn)
  return tabOrder(now) === tabOrder(before)
}
