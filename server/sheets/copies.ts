// Copies of a tab from right before a run updated it. They show whether its rows and columns stood where they were expected.
import { AppError } from '#shared/errors.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import type { SinkRun } from '#server/rows/sink.ts'
import { tabOrder, readTabOrder, type DocumentCalls, type KeyedTab } from '#server/sheets/keyed-tab.ts'
import { isSheetRefusal, removeTab, runMark, tabIdOf, type OpenTab, type SheetTarget } from '#server/sheets/own-tab.ts'
import { copyRequest, deleteRowsRequest, type RowSpan } from '#server/sheets/requests.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'

type CopyOf = { targetId: number; keyColumn: number | null; order: string; inserted: RowSpan }
/** A copy. Its title says what the next attempt has to know, because a run can end at any call. */
export type TabCopy = CopyOf & { sheetId: number; title: string; attempt: number }

const prefixOf = (key: string) => `Export copy ${runMark(key)}.`

/** @param serial tells the copies of one attempt apart */
export function newCopy(
  { key, attempt }: Pick<SinkRun, 'key' | 'attempt'>,
  serial: number,
  targetId: number,
  seen: KeyedTab,
  inserted: RowSpan,
): TabCopy {
  const { keyColumn } = seen
  const order = tabOrder(seen)
  const said = [attempt, serial, targetId, keyColumn ?? 'none', order, inserted.at, inserted.count]
  return {
    targetId,
    keyColumn,
    order,
    inserted,
    attempt,
    sheetId: tabIdOf(`${key} copy ${attempt}.${serial}`),
    title: prefixOf(key) + said.join('.'),
  }
}

function copyIn({ sheetId, title }: SheetTab, key: string): TabCopy | null {
  if (!title.startsWith(prefixOf(key))) return null
  const [attempt, , targetId, keyColumn, order = '', at, count] = title.slice(prefixOf(key).length).split('.')
  return {
    sheetId,
    title,
    attempt: Number(attempt),
    targetId: Number(targetId),
    keyColumn: keyColumn === 'none' ? null : Number(keyColumn),
    order,
    inserted: { at: Number(at), count: Number(count) },
  }
}

/** Whether the tab had the expected order when the run wrote into it. */
export const wasInOrder = async (document: DocumentCalls, copy: TabCopy): Promise<boolean> =>
  (await readTabOrder(document, copy, copy.keyColumn)) === copy.order

const runsOf = (places: readonly number[]) => {
  const runs: { column: number; columns: number }[] = []
  for (const column of places.toSorted((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && last.column + last.columns === column) last.columns += 1
    else runs.push({ column, columns: 1 })
  }
  return runs
}

/**
 * Takes back what the run wrote, from the copy. @param places the written columns; null: any of them may be. Returns whether the tab is as
 * before: it is not where somebody moves rows again.
 */
export async function undo(document: DocumentCalls, copy: TabCopy, places: readonly number[] | null): Promise<boolean> {
  const { sheets, id, call } = document
  const { tabs } = await sheets.look(id, call)
  const was = tabs.find(({ sheetId }) => sheetId === copy.sheetId)
  const target = tabs.find(({ sheetId }) => sheetId === copy.targetId)
  if (!was || !target) return false
  const { inserted, targetId } = copy
  const all = Array.from({ length: was.columnCount }, (_, index) => index)
  // Keys of known rows were never written, so they say whether the values are back in their rows.
  const written = runsOf((places ?? all).filter((place) => place < was.columnCount && place !== copy.keyColumn))
  const pasted = written.map(({ column, columns }) =>
    copyRequest(
      { sheetId: was.sheetId, row: 0, column },
      { sheetId: targetId, row: 0, column },
      { rows: was.rowCount, columns },
      'PASTE_FORMULA',
    ),
  )
  try {
    await sheets.change(id, [...(inserted.count > 0 ? [deleteRowsRequest(targetId, inserted)] : []), ...pasted], call)
  } catch (error) {
    if (isSheetRefusal(error)) return false
    throw error
  }
  return (await readTabOrder(document, target, copy.keyColumn)) === (await readTabOrder(document, was, copy.keyColumn))
}

/** Shows the copy to the team, where the tab could not be put in order. Returns its new name. */
export async function showCopy({ sheets, id, call }: DocumentCalls, copy: TabCopy, createdAt: Date): Promise<string> {
  const { tabs } = await sheets.look(id, call)
  const target = tabs.find(({ sheetId }) => sheetId === copy.targetId)
  const time = createdAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '')
  const title = wordings.copyName(target?.title ?? '', `${time} (${copy.attempt})`)
  await sheets.changeTab(id, copy.sheetId, { title, hidden: false }, call)
  return title
}

type Clearing = Pick<OpenTab, 'sheets' | 'call'> & { target: SheetTarget; run: SinkRun }

/**
 * Removes the copies that attempts of a run left, up to this one. An attempt that ended before it looked at its copy is judged now, and what it
 * wrote into a tab in another order is taken back. Throws SHEET_REFUSED with the name of the copy where that fails.
 */
export async function clearCopies({ sheets, target, call, run }: Clearing): Promise<void> {
  const document: DocumentCalls = { sheets, call, id: target.documentId }
  const { tabs } = await sheets.look(document.id, call)
  for (const copy of tabs.flatMap((tab) => copyIn(tab, run.key) ?? [])) {
    if (copy.attempt > run.attempt) continue
    const isGone = tabs.every(({ sheetId }) => sheetId !== copy.targetId)
    if (isGone || (await wasInOrder(document, copy)) || (await undo(document, copy, null))) {
      await removeTab({ sheets, target, call, sheetId: copy.sheetId })
      continue
    }
    const tab = tabs.find(({ sheetId }) => sheetId === copy.targetId)?.title ?? ''
    throw new AppError('SHEET_REFUSED', wordings.rowsMoved(tab, await showCopy(document, copy, run.createdAt)))
  }
}
