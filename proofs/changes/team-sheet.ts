// A tab that a schedule updates and that a team works in: it puts notes and formulas beside the rows, sorts them, and does so during runs, too.
import { parse } from 'csv-parse/sync'
import type { Random } from '#sandbox/catalogue/random.ts'
import type { Row, SheetDocument, Tab, Value } from '#sandbox/sheets/document.ts'
import type { Sandbox } from '#sandbox/start.ts'

const title = 'Team'
const documentId = 'demo-exports'
const notes = ['Note', 'Check'] as const
const noteOf = (key: string, column: (typeof notes)[number]) => (column === 'Note' ? `about ${key}` : `=LEN("${key}")`)

/** How a schedule writes into the tab. */
export const teamSheetUrl = `https://docs.google.com/spreadsheets/d/${documentId}/edit`
export const teamSheet = (key: string) => ({ mode: 'update', tab: title, key }) as const

export type TeamSheet = {
  /** The team puts its notes beside new rows, and sorts the rows now and then. */
  tend(): void
  /** The team sorts or adds rows in the moment of one of the next calls. */
  editDuringRun(): void
  /** `lost` tells of items that the tab has otherwise than a file of everything, or beside notes of another. `twice`: keys in several rows. */
  judge(whole: Buffer, includeDeleted: boolean): { lost: string[]; twice: number }
}

type Record = { [column: string]: Value | undefined }
const shown = (what: object | undefined) => JSON.stringify(what ?? null)

const isSame = (text: string, value: Value | undefined) => String(value ?? '') === text || (text !== '' && Number(text) === value)
const rowsOf = ({ cells, rowCount }: Tab): Row[] => Array.from({ length: rowCount }, (_, index) => [...(cells[index] ?? [])])

const areNotesRight = (key: string, record: Record) =>
  notes.every((name) => record[name] === undefined || record[name] === noteOf(key, name))
const isRight = (record: Record | undefined, row: { [column: string]: string }) =>
  record !== undefined && record['Deleted'] === undefined && Object.entries(row).every(([name, text]) => isSame(text, record[name]))

/** @param label the header of the column of the keys */
export function openTeamSheet({ sheets }: Pick<Sandbox, 'sheets'>, label: string, random: Random): TeamSheet {
  const document = (): SheetDocument => {
    const found = sheets.documents.get(documentId)
    if (!found) throw new Error('the document of the demo is missing')
    return found
  }
  document().tabs = document().tabs.filter((tab) => tab.title !== title)

  function change(edit: (rows: Row[], header: Row) => Row[]) {
    document().tabs = document().tabs.map((tab) => {
      if (tab.title !== title) return tab
      const [header = [], ...rows] = rowsOf(tab)
      const cells = [header, ...edit(rows, header)]
      return { ...tab, cells, rowCount: cells.length, columnCount: Math.max(tab.columnCount, header.length) }
    })
  }
  const sort = () =>
    change((rows) =>
      rows
        .map((row) => ({ row, at: random.int(1_000_000) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ row }) => row),
    )
  const addRow = () => change((rows) => rows.toSpliced(random.int(rows.length + 1), 0, []))

  return {
    tend() {
      if (random.chance(0.3)) sort()
      change((rows, header) => {
        for (const column of notes) if (!header.includes(column)) header.push(column)
        const place = header.indexOf(label)
        for (const row of rows)
          for (const column of notes) if (row[place] !== undefined) row[header.indexOf(column)] ??= noteOf(String(row[place]), column)
        return rows
      })
    },
    editDuringRun() {
      let left = random.int(12)
      sheets.beforeCalls(() => {
        if (left === 0) random.pick([sort, addRow])()
        left -= 1
      })
    },
    judge(whole, includeDeleted) {
      const tab = document().tabs.find((one) => one.title === title)
      const [header = [], ...rows] = tab ? rowsOf(tab) : []
      const records = rows
        .map((row): Record => Object.fromEntries(header.map((name, at) => [String(name), row[at]])))
        .filter((record) => record[label] !== undefined)
      const byKey = new Map(records.map((record) => [String(record[label]), record]))
      const expected: { [column: string]: string }[] = parse(whole, { bom: true, columns: true })
      const missing = expected.flatMap((row) => {
        const record = byKey.get(row[label] ?? '')
        return isRight(record, row) ? [] : [`${shown(record)} instead of ${shown(row)}`]
      })
      const misplaced = [...byKey].flatMap(([key, record]) =>
        areNotesRight(key, record) ? [] : [`${shown(record)} beside notes of another`],
      )
      const keys = new Set(expected.map((row) => row[label]))
      const unmarked = [...byKey].flatMap(([key, record]) =>
        keys.has(key) || record['Deleted'] === 'yes' ? [] : [`${shown(record)} although it was deleted`],
      )
      return { lost: [...missing, ...misplaced, ...(includeDeleted ? unmarked : [])], twice: records.length - byKey.size }
    },
  }
}
