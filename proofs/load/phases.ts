// The phases of the proof: a long steady load beside exports, an overload, and a flood of sign-ins.
import { setTimeout as pause } from 'node:timers/promises'
import { finishedJob } from '../../bench/job.ts'
import { largeExport } from '../../bench/large-shop.ts'
import { figure, goal, median, type Finding } from '../../bench/report.ts'
import type { BenchServer } from '../../bench/server.ts'
import { generate } from './generate.ts'
import type { LoadOrder, LoadResult } from './order.ts'

type Server = BenchServer<'large'>

const steadyPerSecond = 300
const signInsPerSecond = 200
const besidePerSecond = 50
const sampleMs = 500
const warmUpSeconds = 3
/** Before that, memory grows with the caches and the compiled code. */
const warmUpPart = 1 / 4
/** A shorter run says nothing about growth. */
const shortestForMemory = 300
const maxDrift = 0.05
const recoveryMs = 5_000

const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
/** Not met where there was no such call. */
const msGoal = (what: string, { count, p50, p99, max }: LoadResult['answered'], maxP99: number): Finding =>
  goal(what, `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`, `p99 below ${maxP99} ms`, count > 0 && p99 < maxP99)
const noErrors = (what: string, { errors }: LoadResult): Finding =>
  goal(what, total(errors) === 0 ? 'none' : JSON.stringify(errors), 'none', total(errors) === 0)

/** Exports the whole shop again and again until `isOver`. Returns the number of complete exports. */
async function exporting(server: Server, isOver: () => boolean): Promise<number> {
  let complete = 0
  while (!isOver()) {
    const { job } = await finishedJob(server, '/products/export', largeExport(server.storeIds.large))
    if (job.status !== 'completed') throw new Error(`the export failed: ${job.error?.message}`)
    complete += 1
  }
  return complete
}

async function sampled(server: Server, isOver: () => boolean): Promise<number[]> {
  const megabytes: number[] = []
  while (!isOver()) {
    megabytes.push(server.memory())
    await pause(sampleMs)
  }
  return megabytes
}

/** The drift of memory from the first fifth after the warm-up to the last fifth. */
function driftOf(megabytes: readonly number[]): { from: number; to: number } {
  const rest = megabytes.slice(Math.floor(megabytes.length * warmUpPart))
  const part = Math.max(1, Math.floor(rest.length / 5))
  return { from: median(rest.slice(0, part)), to: median(rest.slice(-part)) }
}

const mixFor = ({ url, tokens }: Server) => ({ url, kind: 'mix' as const, tokens: [...tokens] })

/** Not measured: a new process compiles its code while it answers the first calls, and the first sign-ins. */
export async function warmUp(server: Server) {
  await generate({ ...mixFor(server), perSecond: null, seconds: warmUpSeconds })
  await generate({ url: server.url, kind: 'signIns', tokens: [], perSecond: 10, seconds: warmUpSeconds })
}

export async function steadyLoad(server: Server, seconds: number): Promise<Finding[]> {
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const beside = Promise.all([exporting(server, isOver), sampled(server, isOver)])
  const load = mixFor(server)
  const result = await generate({ ...load, perSecond: steadyPerSecond, seconds }).finally(() => over.abort())
  const [exports, megabytes] = await beside
  const { from, to } = driftOf(megabytes)
  const drift = (to - from) / from
  const isLong = seconds >= shortestForMemory
  return [
    msGoal(`${steadyPerSecond} calls a second for ${seconds} s beside exports (${result.answered.count} calls)`, result.answered, 100),
    noErrors('errors', result),
    goal('refused', String(result.refused.count), '0', result.refused.count === 0),
    goal('exports of the whole shop meanwhile', String(exports), 'at least 1', exports >= 1),
    {
      what: 'memory of the server after the warm-up, and at the end',
      measured: `${from.toFixed(0)} MB, ${to.toFixed(0)} MB (${(100 * drift).toFixed(1)} %)`,
      goal: isLong ? `at most ${100 * maxDrift} % more` : '',
      isMet: isLong ? drift <= maxDrift : null,
    },
  ]
}

/** Milliseconds until calls are answered as usual: the last of several slow or refused ones counts. */
async function recovery({ get }: Server): Promise<number> {
  const begun = performance.now()
  let lastBad = begun
  while (performance.now() < begun + 2 * recoveryMs) {
    const sent = performance.now()
    const isGood = await get('/stores').then(
      () => performance.now() - sent < 100,
      () => false,
    )
    if (!isGood) lastBad = performance.now()
    await pause(20)
  }
  return lastBad - begun
}

export async function overload(server: Server, seconds: number): Promise<Finding[]> {
  const load = mixFor(server)
  const { answered } = await generate({ ...load, perSecond: null, seconds: Math.min(seconds, 10) })
  const capacity = Math.round(answered.count / Math.min(seconds, 10))
  const result = await generate({ ...load, perSecond: 3 * capacity, seconds })
  const ms = await recovery(server)
  return [
    figure('capacity', `${capacity} calls a second`),
    goal(
      `three times the capacity for ${seconds} s`,
      `${result.answered.count} answered, ${result.refused.count} refused`,
      'some of both',
      result.answered.count > 0 && result.refused.count > 0,
    ),
    msGoal('calls that were refused', result.refused, 300),
    noErrors('answers other than 503 or 429 with Retry-After', result),
    goal('recovery after that', `${(ms / 1_000).toFixed(1)} s`, `within ${recoveryMs / 1_000} s`, ms <= recoveryMs),
  ]
}

export async function signInFlood(server: Server, seconds: number): Promise<Finding[]> {
  const flood: LoadOrder = { url: server.url, kind: 'signIns', tokens: [], perSecond: signInsPerSecond, seconds }
  const [signIns, others] = await Promise.all([generate(flood), generate({ ...mixFor(server), perSecond: besidePerSecond, seconds })])
  return [
    goal(
      `${signInsPerSecond} sign-ins a second for ${seconds} s`,
      `${signIns.answered.count} verified, ${signIns.refused.count} refused`,
      'some of both',
      signIns.answered.count > 0 && signIns.refused.count > 0,
    ),
    msGoal('sign-ins that were refused', signIns.refused, 300),
    noErrors('answers to sign-ins other than these', signIns),
    msGoal(`${besidePerSecond} calls a second of signed-in people meanwhile`, others.answered, 300),
    noErrors('errors of these', others),
    goal('refused of these', String(others.refused.count), '0', others.refused.count === 0),
  ]
}
