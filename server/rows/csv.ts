import type { CsvOptions } from '#shared/export.ts'
import { zipLabels } from '#shared/order-columns.ts'

export type Cell = string | number | boolean | null

const lineEnd = '\r\n'
const byteOrderMark = '\uFEFF'

/** What a spreadsheet program may run as a formula, full-width signs and leading white space included; or an apostrophe, so that taking one away always gives the value back. */
const risky = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n'])/
/** A plain number, or a phone number: signs first, but nothing to calculate. */
const harmless = /^(?:-|[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\+\d[\d ]*)$/

/** Where a program that splits at another sign than ours would find a cell that begins a formula; apostrophes that stand there already included, so that each gets one more. */
const hidden = (separators: string) => new RegExp(`([${separators}])(?='*[^\\S\t]*[=+@＝＋＠])`, 'g')
/** A comma inside a cell splits nothing where commas part the cells: the cell is quoted then. */
const hiddenFor = { ',': hidden(';\t|'), ';': hidden(',;\t|'), '\t': hidden(',;\t|') } as const satisfies Record<
  CsvOptions['delimiter'],
  RegExp
>

/**
 * The text with an apostrophe before it where a spreadsheet program would otherwise not take it as text, and with one behind each
 * sign at which a program of another language would split it, where what follows would be a formula. Both can be taken back.
 */
export function protectedText(text: string, delimiter: CsvOptions['delimiter'] = ','): string {
  const whole = text.replace(hiddenFor[delimiter], "$1'")
  return risky.test(whole) && !harmless.test(whole) ? `'${whole}` : whole
}

const digits = /^\d+$/

/**
 * Writes rows as RFC 4180 text. `start` is the byte order mark, if any, with the header; `row` is one line. In columns that are headed as
 * zips, digits alone are protected too, as Shopify's own order CSV does ("'01234"): a spreadsheet program would make 1234 of them.
 */
export function csvWriter({ bom, protectFormulas, delimiter }: CsvOptions, header: readonly string[] = []) {
  const isZip = header.map((label) => zipLabels.has(label))
  const special = new RegExp(`["\r\n${delimiter}]`)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const encode = (cell: Cell, at: number): string => {
    if (cell === null) return ''
    if (typeof cell !== 'string') return String(cell)
    if (!protectFormulas) return quoted(cell)
    return quoted(isZip[at] && digits.test(cell) ? `'${cell}` : protectedText(cell, delimiter))
  }
  const row = (cells: readonly Cell[]): string => cells.map(encode).join(delimiter) + lineEnd
  return { start: (labels: readonly string[]) => (bom ? byteOrderMark : '') + row(labels), row }
}
