// Listeners whose connections are cut and whose server is restarted, while several processes record events.
import { setTimeout as pause } from 'node:timers/promises'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import { startCuttingRelay, type CuttingRelay } from './cutting-relay.ts'
import { openEventEnvironment, type EventEnvironment } from './environment.ts'
import { Recorded, type RecorderInstruction } from './instruction.ts'
import { compared, expectedFor, latencyOf, type EventVerdict } from './judge.ts'
import { listenByClient, listenRaw, type Listener } from './listener.ts'

export type EventRun = { listeners: number; seconds: number; recorders: number; restarts: number; bug?: SourceBug | null }

/** Fewer than a caller may have. */
const perPerson = 10
const pace = { longestPauseMs: 400, longestCommitMs: 60 }
const longestConnectionMs = 8_000
const lookMs = 100
/** What has not arrived by then is missed. */
const patienceMs = 60_000

async function startListeners(environment: EventEnvironment, { url }: CuttingRelay, count: number, signal: AbortSignal) {
  const listeners: Listener[] = []
  for (let person = 0; listeners.length < count; person += 1) {
    const isOwner = person % 2 === 0
    const token = await environment.keyOf(isOwner)
    const own = Math.min(perPerson, Math.ceil(count / 2), count - listeners.length)
    for (let index = 0; index < own; index += 1)
      listeners.push((index % 2 === 0 ? listenRaw : listenByClient)({ url, token, isOwner, signal }))
  }
  return listeners
}

/** Restarts the server at even intervals, killed and ended by turns. Returns the last one. */
async function serve(environment: EventEnvironment, relay: CuttingRelay, { seconds, restarts }: EventRun) {
  for (let turn = 0; ; turn += 1) {
    const { port, server } = await environment.startServer()
    relay.target = port
    await pause((seconds * 1_000) / (restarts + 1))
    if (turn === restarts) return server
    server.process.kill(turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
    await server.gone
  }
}

export async function runEvents(run: EventRun): Promise<EventVerdict> {
  await using environment = await openEventEnvironment()
  const { databaseUrl, stores } = environment
  await using relay = await startCuttingRelay(longestConnectionMs)
  const over = new AbortController()
  const committedAt = new Map<string, number>()
  const onLine = (line: string) => {
    const { id, at } = Recorded.parse(JSON.parse(line))
    committedAt.set(id, at)
  }
  const instruction: RecorderInstruction = { databaseUrl, stores, ...pace }
  const start = () => startWorkerProcess('events/recorder.ts', instruction, { bug: run.bug ?? null, onLine })
  const recorders = await Promise.all(Array.from({ length: run.recorders }, start))
  const listeners = await startListeners(environment, relay, run.listeners, over.signal)
  for (const recorder of recorders) recorder.begin()
  await using _server = await serve(environment, relay, run)
  for (const recorder of recorders) await recorder[Symbol.asyncDispose]()
  relay.spare()

  const events = await environment.events()
  const expected = { owner: expectedFor(true, events, stores.north), manager: expectedFor(false, events, stores.north) }
  const expectedBy = ({ isOwner }: Listener) => (isOwner ? expected.owner : expected.manager)
  const isThrough = (listener: Listener) => listener.heard.at(-1)?.id === expectedBy(listener).at(-1)
  for (const end = performance.now() + patienceMs; performance.now() < end && !listeners.every(isThrough);) await pause(lookMs)
  over.abort()
  await Promise.all(listeners.map(({ ended }) => ended))

  const results = listeners.map((listener) => compared(listener, expectedBy(listener)))
  const sum = (key: keyof ReturnType<typeof compared>) => results.reduce((all, result) => all + result[key], 0)
  const kept = new Set(expected.owner)
  return {
    events: events.length,
    cuts: relay.cuts,
    lost: [...committedAt.keys()].filter((id) => !kept.has(id)).length,
    missed: sum('missed'),
    unwanted: sum('unwanted'),
    repeated: { explained: sum('explained'), unexplained: sum('unexplained') },
    disordered: sum('disordered'),
    refused: sum('refused'),
    latency: latencyOf(listeners, committedAt),
  }
}
