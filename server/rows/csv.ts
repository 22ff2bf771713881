import type { CsvOptions } from '#shared/export.ts'
import { zipLabels } from '#shared/order-columns.ts'

export type Cell = string | number | boolean | null

const lineEnd = '\r\n'
const byteOrderMark = '\uFEFF'

/**
 * Characters that can begin a formula in a spreadsheet program, with full-width signs and leading white space; or an apostrophe, so that
 * removing one apostrophe always restores the value.
 */
const risky = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n'])/
/** A plain number or a phone number: signs only at the start, so that nothing is calculated. */
const harmless = /^(?:-|[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\+\d[\d ]*)$/

/**
 * A position where a program with another separator finds a cell that begins a formula. Existing apostrophes are included, so that each
 * gets one more.
 */
const hidden = (separators: string) => new RegExp(`([${separators}])(?='*[^\\S\t]*[=+@＝＋＠])`, 'g')
/** A comma inside a cell is safe where commas separate the cells, because the cell is quoted. */
const hiddenFor = { ',': hidden(';\t|'), ';': hidden(',;\t|'), '\t': hidden(',;\t|') } as const satisfies Record<
  CsvOptions['delimiter'],
  RegExp
>

/**
 * Protects a text from being read as a formula: an apostrophe comes before it, and after each separator of other languages that a formula
 * would follow. Both can be removed again.
 */
export function protectedText(text: string, delimiter: CsvOptions['delimiter'] = ','): string {
  const whole = text.replace(hiddenFor[delimiter], "$1'")
  return risky.test(whole) && !harmless.test(whole) ? `'${whole}` : whole
}

const digits = /^\d+$/
/** Digits that a spreadsheet program would not keep if it read them as a number. */
const notKept = /^(?:0\d+|\d{16,})$/

/**
 * Writes rows as RFC 4180 text. `start` is the byte order mark, if any, and the header. `row` is one line. In columns with zip headers,
 * digits are protected too, as in Shopify's own order CSV ("'01234"), because a spreadsheet program would read 1234. In columns of codes, those are
 * that would change. @param codeLabels the headers of columns of codes
 */
export function csvWriter(
  { bom, protectFormulas, delimiter }: CsvOptions,
  header: readonly string[] = [],
  codeLabels: readonly string[] = [],
) {
  const digitsAsText = header.map((label) => (zipLabels.has(label) ? digits : codeLabels.includes(label) && notKept))
  const special = new RegExp(`["\r\n${delimiter}]`)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const encode = (cell: Cell, at: number): string => {
    if (cell === null) return ''
    if (typeof cell !== 'string') return String(cell)
    if (!protectFormulas) return quoted(cell)
    return quoted(digitsAsText[at] && digitsAsText[at].test(cell) ? `'${cell}` : protectedText(cell, delimiter))
  }
  const row = (cells: readonly Cell[]): string => cells.map(encode).join(delimiter) + lineEnd
  return { start: (labels: readonly string[]) => (bom ? byteOrderMark : '') + row(labels), row }
}
