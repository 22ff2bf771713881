import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Cell } from '#server/rows/csv.ts'
import { cellReader } from '#server/sheets/column-formats.ts'
import { assertOwnTab, isSheetRefusal, type OpenTab } from '#server/sheets/own-tab.ts'
import { createRowBuffer } from '#server/sheets/row-buffer.ts'

const GROWTH = 1.5

/** The number of safely written rows, including the header, and the number of cells that were cut so far. */
export const SheetPosition = z.object({ rows: z.int().min(1), cut: z.int().min(0) })
export type SheetPosition = z.infer<typeof SheetPosition>

/** Rows on their way into a run's tab. */
export type StagedRows = {
  /** Takes rows. Returns the position once all rows so far are written. null: some of them are still held. */
  write(rows: readonly (readonly Cell[])[]): Promise<SheetPosition | null>
  /** Writes the rows that are still held. */
  flush(): Promise<SheetPosition>
}

/**
 * Writes rows to explicit ranges, so that repeated requests or attempts create no duplicates. @param kept the last position of an earlier
 * attempt @param prepared the number of rows of the tab
 */
export function stageRows(tab: OpenTab, kept: { rows: number; cut: number } | null, prepared: number): StagedRows {
  const { sheets, target, start, call, sheetId, title, maxRows } = tab
  const buffer = createRowBuffer()
  const position = kept ?? { rows: 0, cut: 0 }
  let rowCount = prepared
  const readers = start.kinds.map((kind) => cellReader(kind, target.dates))
  const read = (cell: Cell, column: number): Cell => readers[column]?.(cell) ?? cell

  async function grow(rows: number) {
    if (rows <= rowCount) return
    if (rows > maxRows) throw new AppError('SHEET_FULL', messages.sheets.full)
    await assertOwnTab(tab)
    rowCount = Math.min(maxRows, Math.max(rows, Math.ceil(rowCount * GROWTH)))
    await sheets.changeTab(target.documentId, sheetId, { rowCount }, call)
  }

  async function flush(): Promise<SheetPosition> {
    await grow(position.rows + buffer.count())
    for (const rows of buffer.takeAll()) {
      await sheets.write(target.documentId, title, position.rows, rows, call).catch(async (error: unknown) => {
        if (isSheetRefusal(error)) await assertOwnTab(tab)
        throw error
      })
      position.rows += rows.length
    }
    return { ...position }
  }

  if (!kept) position.cut += buffer.hold(start.columns)
  return {
    async write(rows) {
      for (const row of rows) position.cut += buffer.hold(row.map(read))
      return buffer.isWorthSending() ? flush() : null
    },
    flush,
  }
}
