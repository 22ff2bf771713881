// The sandbox's Google on real sockets, and a sink that writes into its documents. Waits only advance a fake clock.
import { onTestFinished } from 'vitest'
import type { SheetDocument, Tab } from '#sandbox/sheets/document.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { machineClock } from '#server/platforms/clock.ts'
import type { Cell } from '#server/rows/csv.ts'
import { PositionLost, type SinkResult, type SinkStart } from '#server/rows/sink.ts'
import type { SheetTarget } from '#server/sheets/own-tab.ts'
import { createSheets } from '#server/sheets/sheets.ts'
import { createSheetSink } from '#server/sheets/sink.ts'

const documentId = 'demo-exports'
const createdAt = new Date('2026-11-21T06:07:08Z')

export type SheetRun = Partial<SinkStart> & { writing: SheetTarget['writing'] }

export type SheetEnvironment = {
  sandbox: Sandbox
  /** The tabs of the document. */
  tabs(): readonly Tab[]
  tab(title: string): Tab
  /** Puts a tab of a team into the document, which has `columns` empty columns besides. */
  addTab(title: string, cells: Cell[][], more?: Partial<Tab>): void
  /** Exports rows in one attempt. */
  exported(rows: readonly Cell[][], run: SheetRun): Promise<SinkResult>
  /** Exports rows, by a worker that dies at a call and another one that goes on. Returns whether the first one died. */
  exportedAfterDeath(call: number, rows: readonly Cell[][], run: SheetRun, beforeCall?: BeforeCall): Promise<boolean>
  /** Removes what the first attempt left. Returns what the team has to know. */
  discarded(run: SheetRun): Promise<string | null>
}

/** @param calls the number of calls so far, with this one */
type BeforeCall = (operation: string, document: SheetDocument, calls: number) => void

/** The values of a tab as people see them: empty cells and rows at the end are left out. */
export function valuesOf({ cells, rowCount, columnCount }: Tab): Cell[][] {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const values = Array.from({ length: columnCount }, (_none, column): Cell => cells[row]?.[column] ?? null)
    return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
  })
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1)
}

const targetOf = (writing: SheetTarget['writing']): SheetTarget => ({ documentId, prefix: 'Products', dates: 'text', writing })

/** The sandbox, Google's client, and the requested waits, which the clock skips. */
export async function startSheets() {
  const sandbox = await startSandbox({ shops: [] })
  const waits: number[] = []
  let now = Date.now()
  const clock = {
    now: () => now,
    date: () => now,
    random: () => 0.5,
    deadline: machineClock.deadline,
    sleep: async (ms: number) => {
      waits.push(ms)
      now += ms
      sandbox.sheets.clock.leap(ms)
    },
  }
  const { account, endpoint, tokenEndpoint } = sandbox.sheets
  const sheets = createSheets({
    current: () => Promise.resolve(account),
    sheetsEndpoint: endpoint,
    tokenEndpoint,
    fetch: globalThis.fetch,
    clock,
  })
  return { sandbox, sheets, waits }
}

/** Opened for one test. */
export async function openSheetEnvironment(): Promise<SheetEnvironment> {
  const { sandbox, sheets } = await startSheets()
  onTestFinished(() => sandbox.close())
  const { documents } = sandbox.sheets
  const found = documents.get(documentId)
  if (!found) throw new Error('the document of the demo is missing')

  const startOf = (change: Partial<SinkStart> = {}): SinkStart => ({
    key: 'run-1',
    attempt: 1,
    columns: ['Id', 'Title'],
    kinds: (change.columns ?? ['Id', 'Title']).map(() => 'text' as const),
    timezone: 'UTC',
    moneyDecimals: 2,
    createdAt,
    expectedItems: 2,
    position: null,
    signal: new AbortController().signal,
    wait: () => {},
    ...change,
  })
  const tabs = () => found.tabs
  const tab = (title: string): Tab => {
    const one = found.tabs.find((other) => other.title === title)
    if (!one) throw new Error(`there is no tab ${title}`)
    return one
  }

  async function attempt(rows: readonly Cell[][], { writing, ...change }: SheetRun, keep: (position: unknown) => void) {
    const sink = await createSheetSink(sheets, targetOf(writing)).open(startOf(change))
    for (const [index, row] of rows.entries()) {
      const position = await sink.write([row])
      if (position !== null) keep({ position, next: index + 1 })
    }
    const result = await sink.finish()
    await sink.close()
    return result
  }

  return {
    sandbox,
    tabs,
    tab,
    addTab(title, cells, more = {}) {
      const columnCount = Math.max(1, ...cells.map((row) => row.length))
      const own = { sheetId: 7_000 + found.tabs.length, title, hidden: false, rowCount: Math.max(1, cells.length), columnCount }
      const values = cells.map((row) => row.map((cell) => cell ?? undefined))
      found.tabs = [...found.tabs, { ...own, frozenRowCount: 0, formats: {}, cells: values, ...more }]
    },
    exported: (rows, run) => attempt(rows, run, () => {}),
    discarded: ({ writing }) => createSheetSink(sheets, targetOf(writing)).discard({ key: 'run-1', attempt: 1, createdAt }),
    async exportedAfterDeath(call, rows, run, beforeCall) {
      const death = new AbortController()
      let kept: { position: unknown; next: number } = { position: null, next: 0 }
      let calls = 0
      sandbox.sheets.beforeCalls((operation, document) => {
        calls += 1
        beforeCall?.(operation, document, calls)
        if (calls === call) death.abort(new Error('the worker died'))
      })
      const first = await attempt(rows, { ...run, signal: death.signal }, (next) => (kept = next as typeof kept)).then(
        () => true,
        () => false,
      )
      sandbox.sheets.beforeCalls(null)
      if (first && calls < call) return false
      const next = { ...run, attempt: 2 }
      await attempt(rows.slice(kept.next), { ...next, position: kept.position }, () => {}).catch(async (error: unknown) => {
        if (!(error instanceof PositionLost)) throw error
        await attempt(rows, next, () => {})
      })
      return true
    },
  }
}
