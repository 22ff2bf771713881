// Runs a Google Apps Script, with the services of Google that it uses. Its calls are real: they go to the given server.
import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'

/** What is in a sheet. Cells that were never written are missing. */
export type SheetState = { values: (string | number)[][]; formats: string[]; note: string; maxRows: number }
export type FetchRequest = { url: string; method: string; headers: Record<string, string>; payload: string | null }
export type FetchAnswer = { status: number; headers: Record<string, string>; text: string }
/** `error` is null if the script ended well. `pauses` are in milliseconds; they are cut short. */
export type ScriptResult = { sheets: Record<string, SheetState>; pauses: number[]; error: string | null }

type Run = {
  source: string
  /** The function to run. */
  call: string
  properties: Record<string, string>
  sheets?: Record<string, SheetState>
  /** Answers instead of the server. null leaves a call to it. */
  between?: (request: FetchRequest) => FetchAnswer | null
}

async function send({ url, method, headers, payload }: FetchRequest): Promise<FetchAnswer> {
  const response = await fetch(url, { method, headers, ...(payload === null ? {} : { body: payload }) })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

/** The script runs in a thread of its own, because calls of Apps Script wait for their answer. This thread makes them. */
export async function runAppsScript({ source, call, properties, sheets = {}, between = () => null }: Run): Promise<ScriptResult> {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const wake = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  async function answer(request: FetchRequest) {
    ours.postMessage(between(request) ?? (await send(request)), [])
    Atomics.store(wake, 0, 1)
    Atomics.notify(wake, 0)
  }
  ours.on('message', (request: FetchRequest) => void answer(request))
  const workerData = { source, call, properties, sheets, port: theirs, wake }
  const worker = new Worker(new URL('apps-script-services.ts', import.meta.url), { workerData, transferList: [theirs] })
  try {
    const [result]: ScriptResult[] = await once(worker, 'message')
    if (!result) throw new Error('the script ended without a result')
    return result
  } finally {
    ours.close()
    await worker.terminate()
  }
}
