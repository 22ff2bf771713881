// What somebody has who takes each file of a schedule, one after another.
import { parse } from 'csv-parse/sync'

type Row = Record<string, string>
export type Received = {
  /** Takes a file. Returns how many items in it were as they had been received, or deleted without having been there. */
  take(file: Buffer): number
  /** Tells of the items that differ from a file of everything. Without deleted items, it may have some more. */
  differing(whole: Buffer, includeDeleted: boolean): string[]
}

const rowsOf = (file: Buffer): Row[] => parse(file, { bom: true, columns: true })
const deletedMark = 'yes'

/** The texts of the items by their ids. An item may have several rows, and only the first of them has the id. */
function itemsOf(rows: readonly Row[]): Map<string, string> {
  const items = new Map<string, string>()
  let id = ''
  for (const { Deleted: mark, ...row } of rows) {
    id = row['Product Id'] || row['Id'] || id
    items.set(id, (items.get(id) ?? '') + (mark === deletedMark ? deletedMark : JSON.stringify(row)))
  }
  return items
}

export function nothingReceived(): Received {
  const items = new Map<string, string>()
  return {
    take(file) {
      let twice = 0
      for (const [id, text] of itemsOf(rowsOf(file))) {
        const isDeleted = text === deletedMark
        if (isDeleted ? !items.delete(id) : items.get(id) === text) twice += 1
        if (!isDeleted) items.set(id, text)
      }
      return twice
    },
    differing(whole, includeDeleted) {
      const expected = itemsOf(rowsOf(whole))
      const wrong = [...expected].flatMap(([id, text]) =>
        items.get(id) === text ? [] : [`${id} is ${items.get(id) ?? 'missing'} instead of ${text}`],
      )
      const left = [...items.keys()].filter((id) => !expected.has(id)).map((id) => `${id} is there although it was deleted`)
      return includeDeleted ? [...wrong, ...left] : wrong
    },
  }
}
