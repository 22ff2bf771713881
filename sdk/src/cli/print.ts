import type { Terminal } from './command.ts'

/** A column of a table: its header, and the text of an item. */
export type Column<Item> = readonly [header: string, valueOf: (item: Item) => string | number | null | undefined]

const segments = new Intl.Segmenter()
const widthOf = (shown: string) => [...segments.segment(shown)].length
/** Control characters could change what the terminal shows. */
const shownAs = (value: string | number | null | undefined) => String(value ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')

function tableOf<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string {
  const rows = [columns.map(([header]) => header), ...items.map((item) => columns.map(([, valueOf]) => shownAs(valueOf(item))))]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))))
  const line = (row: readonly string[]) => row.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

/** How many rows a table has where no limit is given. JSON has all items. */
export const TABLE_ROWS = 50

type Options = { isJson: boolean; limit: number | undefined }

/** Writes a list: as a table for people, or as a JSON array, which is written while it is read. */
export async function printList<Item>(
  { out, note }: Pick<Terminal, 'out' | 'note'>,
  items: AsyncIterable<Item> | Iterable<Item>,
  columns: readonly Column<Item>[],
  { isJson, limit = isJson ? Number.POSITIVE_INFINITY : TABLE_ROWS }: Options,
) {
  const rows: Item[] = []
  let read = 0
  let isCut = false
  if (isJson) out('[')
  for await (const item of items) {
    if (read === limit) {
      isCut = true
      break
    }
    if (isJson) out(`${read === 0 ? '' : ','}\n  ${JSON.stringify(item)}`)
    else rows.push(item)
    read += 1
  }
  if (isJson) return out(read === 0 ? ']\n' : '\n]\n')
  if (read === 0) return note('Nothing found\n')
  out(`${tableOf(rows, columns)}\n`)
  if (isCut) note(`The first ${limit}. --limit shows more.\n`)
}

/** Writes one thing: as JSON, or in words. */
export const printOne = ({ out }: Pick<Terminal, 'out'>, thing: object, words: string, isJson: boolean) =>
  out(isJson ? `${JSON.stringify(thing, null, 2)}\n` : `${words}\n`)
