// The thread of apps-script.ts: the services of Google, as far as the example uses them, and as strict as Google's.
import { runInNewContext } from 'node:vm'
import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import type { FetchRequest, ScriptResult, SheetState } from './apps-script.ts'

const Cell = z.union([z.string(), z.number()])
const State = z.object({ values: z.array(z.array(Cell)), formats: z.array(z.string()), note: z.string(), maxRows: z.number() })
const Given = z.object({
  source: z.string(),
  call: z.string(),
  properties: z.record(z.string(), z.string()),
  sheets: z.record(z.string(), State),
  port: z.instanceof(MessagePort),
  wake: z.instanceof(Int32Array),
})
const Answer = z.object({ status: z.number(), headers: z.record(z.string(), z.string()), text: z.string() })
const { source, call, properties, sheets, port, wake } = Given.parse(workerData)

/** Fewer than in a new spreadsheet of Google's, which has 1,000: the example must add some. */
const newRows = 100
const columns = 26
const longestSleepMs = 300
const pauses: number[] = []

/** Waits for the answer without giving the script's turn away. */
function ask(request: FetchRequest) {
  port.postMessage(request, [])
  Atomics.wait(wake, 0, 0)
  Atomics.store(wake, 0, 0)
  return Answer.parse(receiveMessageOnPort(port)?.message)
}

type FetchOptions = { method: string; headers: Record<string, string>; contentType?: string; payload?: string; muteHttpExceptions: true }
function fetch(url: string, { method, headers, contentType, payload }: FetchOptions) {
  const type: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  const { status, headers: answered, text } = ask({ url, method, headers: { ...headers, ...type }, payload: payload ?? null })
  return { getResponseCode: () => status, getHeaders: () => answered, getContentText: () => text }
}

/** Waits a moment alone: a pause is only noted. */
function sleep(ms: number) {
  pauses.push(ms)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, Math.min(ms, longestSleepMs))
}

class Range {
  readonly #sheet: SheetState
  readonly #at: readonly [row: number, column: number, rows: number, columns: number]
  constructor(sheet: SheetState, ...at: [row: number, column: number, rows: number, columns: number]) {
    this.#sheet = sheet
    this.#at = at
  }
  setNumberFormat(format: string) {
    const [, column] = this.#at
    this.#sheet.formats[column - 1] = format
  }
  setValues(values: unknown[][]) {
    const [, , rows, wide] = this.#at
    const size = `${values.length} x ${[...new Set(values.map((row) => row.length))].join(' or ')}`
    if (size !== `${rows} x ${wide}`) throw new Error(`The data is ${size}, but the range is ${rows} x ${wide}.`)
    this.#sheet.values = z.array(z.array(Cell)).parse(values)
  }
  setNote(note: string) {
    this.#sheet.note = note
  }
}

class Sheet {
  readonly #state: SheetState
  constructor(state: SheetState) {
    this.#state = state
  }
  getMaxRows() {
    return this.#state.maxRows
  }
  insertRowsAfter(_after: number, count: number) {
    this.#state.maxRows += count
  }
  clear() {
    Object.assign(this.#state, { values: [], formats: [], note: '' })
  }
  getRange(row: number, column: number, rows = 1, wide = 1) {
    if (row + rows - 1 > this.#state.maxRows || column + wide - 1 > columns) throw new Error('Those cells are out of bounds.')
    return new Range(this.#state, row, column, rows, wide)
  }
}

const spreadsheet = {
  getSheetByName(name: string) {
    const state = sheets[name]
    return state ? new Sheet(state) : null
  },
  insertSheet(name: string) {
    const state = { values: [], formats: [], note: '', maxRows: newRows }
    sheets[name] = state
    return new Sheet(state)
  },
}

function run(): string | null {
  try {
    runInNewContext(`${source}\n${call}()`, {
      UrlFetchApp: { fetch },
      SpreadsheetApp: { getActiveSpreadsheet: () => spreadsheet },
      PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => properties[name] ?? null }) },
      Utilities: { sleep },
    })
    return null
  } catch (error) {
    return z.object({ message: z.string() }).parse(error).message
  }
}

const result: ScriptResult = { error: run(), sheets, pauses }
parentPort?.postMessage(result, [])
