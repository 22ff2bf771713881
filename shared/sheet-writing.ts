import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { sheetWritingMessages } from '#shared/sheet-writing-messages.ts'

/**
 * `new`: a new sheet each time. `replace`: the values of a sheet are replaced. `update`: the rows of a sheet are found by a key and
 * updated, and rows with new keys are added.
 */
export const sheetModes = ['new', 'replace', 'update'] as const
export const SheetMode = z.enum(sheetModes)
export type SheetMode = z.infer<typeof SheetMode>

/** How an export writes into a spreadsheet. `tab`: the name of the sheet. `key`: the column of the export that names a row. */
export const SheetWriting = z
  .strictObject({
    mode: SheetMode,
    tab: z.string().trim().min(1).max(limits.nameLength).nullable(),
    key: z.string().min(1).max(limits.columnLength).nullable(),
  })
  .superRefine(({ mode, tab, key }, issues) => {
    const refuse = (path: 'tab' | 'key', message: string) => issues.addIssue({ code: 'custom', path: [path], message })
    if (mode === 'new' && tab !== null) refuse('tab', sheetWritingMessages.tabOfNew)
    if (mode !== 'new' && tab === null) refuse('tab', sheetWritingMessages.tabNeeded)
    if (mode === 'update' && key === null) refuse('key', sheetWritingMessages.keyNeeded)
    if (mode !== 'update' && key !== null) refuse('key', sheetWritingMessages.keyOfUpdate)
  })
export type SheetWriting = z.infer<typeof SheetWriting>
