import type { Tab } from '#sandbox/sheets/document.ts'

/**
 * The cells of a tab as the texts of a CSV with the same rows. A number equals a text of the same value: "19.90" is stored as 19.9, so that
 * the spreadsheet can calculate with it.
 */
export function textsOf({ cells }: Tab, csv: readonly string[][]): string[][] {
  return cells.map((row, down) =>
    (csv[down] ?? []).map((text, index) => {
      const cell = row?.[index]
      return typeof cell === 'number' && text !== '' && Number(text) === cell ? text : String(cell ?? '')
    }),
  )
}
