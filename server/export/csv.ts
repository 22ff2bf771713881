import type { CsvOptions } from '#shared/export.ts'

export type Cell = string | number | boolean | null

const lineEnd = '\r\n'
const byteOrderMark = '\uFEFF'

/** What a spreadsheet program may run as a formula, full-width signs and leading white space included; or an apostrophe, so that taking one away always gives the value back. */
const risky = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n'])/
/** A plain number, or a phone number: signs first, but nothing to calculate. */
const harmless = /^(?:-|[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\+\d[\d ]*)$/

/** The text with an apostrophe before it where a spreadsheet program would otherwise not take it as text. */
export const protectedText = (text: string): string => (risky.test(text) && !harmless.test(text) ? `'${text}` : text)

/** Writes rows as RFC 4180 text. `start` is the byte order mark, if any, with the header; `row` is one line. */
export function csvWriter({ bom, protectFormulas, delimiter }: CsvOptions) {
  const special = new RegExp(`["\r\n${delimiter}]`)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const encode = (cell: Cell): string => {
    if (cell === null) return ''
    if (typeof cell !== 'string') return String(cell)
    return quoted(protectFormulas ? protectedText(cell) : cell)
  }
  const row = (cells: readonly Cell[]): string => cells.map(encode).join(delimiter) + lineEnd
  return { start: (header: readonly string[]) => (bom ? byteOrderMark : '') + row(header), row }
}
