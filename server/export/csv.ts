import type { CsvOptions } from '#shared/export.ts'

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

/** Writes rows as RFC 4180 text. `start` is the byte order mark, if any, with the header; `row` is one line. */
export function csvWriter({ bom, protectFormulas, delimiter }: CsvOptions) {
  const special = new RegExp(`["\r\n${delimiter}]`)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const encode = (cell: Cell): string => {
    if (cell === null) return ''
    if (typeof cell !== 'string') return String(cell)
    return quoted(protectFormulas ? protectedText(cell, delimiter) : cell)
  }
  const row = (cells: readonly Cell[]): string => cells.map(encode).join(delimiter) + lineEnd
  return { start: (header: readonly string[]) => (bom ? byteOrderMark : '') + row(header), row }
}
