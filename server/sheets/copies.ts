// Copies of a tab from right before a run updated it. They show whether its rows and columns stood where they were expected.
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import type { SinkRun } from '#server/rows/sink.ts'
import { copyIn, type TabCopy } from '#server/sheets/copy-title.ts'
import type { DocumentCalls } from '#server/sheets/keyed-tab.ts'
import { removeTab, tabNamed, type OpenTab, type SheetTarget } from '#server/sheets/own-tab.ts'
import { undo, wasInOrder } from '#server/sheets/undo.ts'

/** Shows the copy to the team, where the tab could not be put in order. Returns the sentence about it. */
export async function showCopy({ sheets, id, call }: DocumentCalls, copy: TabCopy, createdAt: Date): Promise<string> {
  const { tabs } = await sheets.look(id, call)
  const target = tabs.find(({ sheetId }) => sheetId === copy.targetId)
  const time = createdAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '')
  const name = wordings.copyName(target?.title ?? '', `${time} (${copy.attempt})`)
  let title = name
  for (let number = 2; tabNamed(tabs, title); number += 1) title = `${name} ${number}`
  await sheets.changeTab(id, copy.sheetId, { title, hidden: false }, call)
  return wordings.rowsMoved(target?.title ?? '', title)
}

type Clearing = Pick<OpenTab, 'sheets' | 'call'> & { target: SheetTarget; run: SinkRun }

/**
 * Removes the copies that attempts of a run left, up to this one. An attempt that ended before it looked at its copy is judged now, and what it
 * wrote into a tab in another order is taken back. Where that cannot be done without harm to what people did since, the copy is shown. Returns
 * a sentence about each copy that is shown.
 */
export async function clearCopies({ sheets, target, call, run }: Clearing): Promise<string[]> {
  const document: DocumentCalls = { sheets, call, id: target.documentId }
  const { tabs } = await sheets.look(document.id, call)
  const shown: string[] = []
  for (const copy of tabs.flatMap((tab) => copyIn(tab, run.key) ?? [])) {
    if (copy.attempt > run.attempt) continue
    const isGone = tabs.every(({ sheetId }) => sheetId !== copy.targetId)
    const isInOrder = isGone || (!copy.isUndone && (await wasInOrder(document, copy)))
    if (isInOrder || (await undo(document, copy, { isLate: true }))) await removeTab({ sheets, target, call, sheetId: copy.sheetId })
    else shown.push(await showCopy(document, copy, run.createdAt))
  }
  return shown
}
