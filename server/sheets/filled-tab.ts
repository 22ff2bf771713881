import type { Deps } from '#server/deps.ts'
import type { SheetCall } from '#server/sheets/caller.ts'
import { tabNamed, type SheetTarget } from '#server/sheets/own-tab.ts'
import { rowRangeOf } from '#server/sheets/ranges.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'

async function hasHeader({ sheets }: Pick<Deps, 'sheets'>, documentId: string, { title }: SheetTab, call: SheetCall): Promise<boolean> {
  const [first] = await sheets.read(documentId, [rowRangeOf(title, 0)], call)
  return (first?.[0] ?? []).some((cell) => String(cell).trim() !== '')
}

/**
 * Whether the rows that an export updates lie in no tab: it was deleted, renamed or emptied, or the document is another one. Then what
 * changed is not enough. Throws the errors of `Sheets`.
 */
export async function lacksRows(deps: Pick<Deps, 'sheets'>, target: SheetTarget | null, call: SheetCall): Promise<boolean> {
  if (target?.writing.mode !== 'update') return false
  const { tabs } = await deps.sheets.look(target.documentId, call)
  const found = tabNamed(tabs, target.writing.tab)
  return !found || !(await hasHeader(deps, target.documentId, found, call))
}
