// Random histories of schedules that deliver only what changed: shops change before and during runs, and runs are killed, fail and are cancelled.
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom, type Random } from '#sandbox/catalogue/random.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { cancelJob } from '#server/jobs/service.ts'
import { findJob } from '#server/jobs/repo.ts'
import { runSchedule } from '#server/schedules/manage.ts'
import { createSchedule, removeSchedule } from '#server/schedules/service.ts'
import { isSettled, type JobType } from '#shared/jobs.ts'
import type { Platform } from '#shared/platforms.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { ScheduleCreateRequest } from '#shared/schedules.ts'
import { hosts, type ChangesEnvironment } from './environment.ts'
import { changeSome } from './goods.ts'
import { nothingReceived } from './received.ts'
import { openTeamSheet, teamSheet, teamSheetUrl } from './team-sheet.ts'

/**
 * `lost`: items that somebody with all files, or the team's sheet, has otherwise than a full export at the end. `twice`: items in a file that were
 * received before, and keys in several rows of the sheet. `told`: what happened in histories in which something was lost.
 */
export type ChangesVerdict = { histories: number; runs: number; kills: number; lost: number; twice: number; told: readonly string[] }
export const nothingJudged: ChangesVerdict = { histories: 0, runs: 0, kills: 0, lost: 0, twice: 0, told: [] }

const lastPoint = 120
/** Longer than any pause between tries, and than any lease. */
const laterMs = 3 * 60_000
const mostTurns = 40
/** So far the shop's clock is from the product's. */
const clockOffMs = 2_000

const requests: Record<JobType, (storeId: string) => object> = {
  product_export: (storeId) => ({ storeId, config: { fields: ['Product Id', 'Title', 'Variant Id', 'Variant Price'] } }),
  order_export: (storeId) => ({ storeIds: [storeId], columns: ['orderId', 'orderName', 'notes', 'lineItem.name'] }),
}

/** A tab has one row for each item. `label`: the header of the key. */
const sheetKeys = {
  product_export: { key: 'Product Id', label: 'Product Id' },
  order_export: { key: 'orderId', label: 'Id' },
} as const satisfies Record<JobType, object>
const sheetRequests: Record<JobType, (storeId: string, url: string) => object> = {
  product_export: (storeId, sheetExport) => ({
    storeId,
    config: { fields: ['Title', 'Product Id', 'Price'], rowsPerProduct: 1, sheetExport },
  }),
  order_export: (storeId, url) => ({ storeIds: [storeId], columns: ['notes', 'orderId', 'orderName', 'total'], url }),
}

/** A file as a sheet has its texts. */
const csv = { protectFormulas: false }

type Ended = { isCompleted: boolean; jobId: string; kills: number }

async function fileOf({ deps }: ChangesEnvironment, id: string): Promise<Buffer> {
  const [file] = (await findJob(deps.database.db, id))?.files ?? []
  if (!file) throw new Error('a completed job has no file')
  const chunks: Uint8Array[] = []
  for await (const chunk of await deps.files.read(file.id, { start: 0, end: file.bytes })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Works until a job has ended. @param meanwhile called beside each turn. */
async function runToEnd(environment: ChangesEnvironment, id: string, dieAt: number | null, meanwhile: () => Promise<void>): Promise<Ended> {
  let kills = 0
  for (let turn = 0; turn < mostTurns; turn++) {
    const [isDead] = await Promise.all([environment.work(turn === 0 ? dieAt : null), meanwhile()])
    if (isDead) kills += 1
    const job = await findJob(environment.deps.database.db, id)
    if (!job) throw new Error('a job is gone')
    if (isSettled(job)) return { isCompleted: job.status === 'completed', jobId: id, kills }
    environment.pass(laterMs)
  }
  throw new Error('a job has not ended')
}

const schedule = (name: string, change: object) =>
  ScheduleCreateRequest.parse({ name, calendar: { every: 'month', on: 'last', at: '00:00' }, timezone: 'UTC', ...change })

async function started({ deps, viewer }: ChangesEnvironment, id: string): Promise<string> {
  const { lastRun } = await runSchedule(deps, viewer, id)
  if (!lastRun?.jobId) throw new Error('a run has no job')
  return lastRun.jobId
}

/** A file with everything. */
async function whole(environment: ChangesEnvironment, change: object): Promise<Buffer> {
  const { deps, viewer } = environment
  const { id } = await createSchedule(deps, viewer, schedule('Everything', change))
  const { jobId } = await runToEnd(environment, await started(environment, id), null, async () => {})
  const file = await fileOf(environment, jobId)
  await removeSchedule(deps, viewer, id)
  return file
}

type ShopFault = Parameters<Sandbox['faults']['add']>[0]
const faults: readonly [ShopFault, ...ShopFault[]] = [
  { kind: 'status', status: 503, times: 2 },
  { kind: 'reset', share: 0.5, times: 2 },
  { kind: 'truncatedJson', times: 1 },
  { kind: 'status', status: 401, times: 1 },
]

async function oneHistory(environment: ChangesEnvironment, random: Random): Promise<ChangesVerdict> {
  const { deps, viewer, sandbox, stores } = environment
  const platform = random.pick(['shopify', 'shopbase'] satisfies [Platform, Platform])
  const type = random.pick(['product_export', 'order_export'] satisfies [JobType, JobType])
  const includeDeleted = random.chance(0.5)
  const trade = sandbox.trade(hosts[platform])
  const storeId = stores[platform]
  const { key, label } = sheetKeys[type]
  const sheet = random.chance(0.4) ? openTeamSheet(sandbox, label, random) : null
  const made = sheet
    ? { type, request: sheetRequests[type](storeId, teamSheetUrl), sheet: teamSheet(key) }
    : { type, request: requests[type](storeId) }
  const { id } = await createSchedule(deps, viewer, schedule('Changes', { ...made, delivers: 'changes', includeDeleted }))
  const received = nothingReceived()
  const verdict = { ...nothingJudged, histories: 1 }
  const change = () => changeSome(type, trade, random)
  const runs = 3 + random.int(4)
  const events: string[] = []
  for (let run = 0; run <= runs; run++) {
    const isLast = run === runs
    environment.pass(random.int(2 * scheduleLimits.overlapMs))
    change()
    const jobId = await started(environment, id)
    if (!isLast && random.chance(0.1)) {
      await cancelJob(deps, viewer, jobId)
      events.push(`run ${run} cancelled`)
      continue
    }
    const fault = !isLast && random.chance(0.3) ? random.pick(faults) : null
    if (fault) sandbox.faults.add({ ...fault, shop: hosts[platform] })
    const isEdited = !isLast && random.chance(0.3)
    if (isEdited) sheet?.editDuringRun()
    const dieAt = random.chance(0.3) ? 1 + random.int(lastPoint) : null
    const ended = await runToEnd(environment, jobId, dieAt, async () => {
      if (isLast || random.chance(0.5)) return
      await pause(random.int(60))
      change()
    })
    sandbox.faults.clear()
    sandbox.sheets.beforeCalls(null)
    verdict.runs += 1
    verdict.kills += ended.kills
    const what = { ended, dieAt, fault, isEdited: sheet !== null && isEdited }
    events.push(`run ${run} ${JSON.stringify(what)}`)
    sheet?.tend()
    if (ended.isCompleted && !sheet) verdict.twice += received.take(await fileOf(environment, ended.jobId))
  }
  const everything = await whole(environment, { type, request: sheet ? { ...sheetRequests[type](storeId, ''), csv } : made.request })
  const { lost, twice } = sheet?.judge(everything, includeDeleted) ?? { lost: received.differing(everything, includeDeleted), twice: 0 }
  verdict.lost = lost.length
  verdict.twice += twice
  if (verdict.lost + verdict.twice > 0)
    verdict.told = [`${platform} ${type} ${sheet ? 'into the sheet' : 'into files'}, deleted ones: ${includeDeleted}`, ...events, ...lost]
  await removeSchedule(deps, viewer, id)
  return verdict
}

const sum = (one: ChangesVerdict, other: ChangesVerdict): ChangesVerdict => ({
  histories: one.histories + other.histories,
  runs: one.runs + other.runs,
  kills: one.kills + other.kills,
  lost: one.lost + other.lost,
  twice: one.twice + other.twice,
  told: [...one.told, ...other.told],
})

type Histories = { histories: number; seed: number; isEnough?: (verdict: ChangesVerdict) => boolean }

/** @param isEnough asked after each history whether to end before the last one. */
export async function runHistories(
  environment: ChangesEnvironment,
  { histories, seed, isEnough = () => false }: Histories,
): Promise<ChangesVerdict> {
  const random = randomFrom(seed)
  // The shop is ahead for good: a clock never runs backwards.
  for (const host of Object.values(hosts)) environment.sandbox.trade(host).clock.leap(clockOffMs)
  let verdict = nothingJudged
  while (verdict.histories < histories && !isEnough(verdict)) verdict = sum(verdict, await oneHistory(environment, random))
  return verdict
}
