// Exports whose workers are repeatedly killed must produce exactly the bytes of an undisturbed export.
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Mutant } from './instruction.ts'
import type { WorkerProcess } from './worker-process.ts'
import { isTakenWithin, reachedWithin, settledWithin, type ExportEnvironment } from './export-environment.ts'

const patienceMs = 120_000
/** The worker that dies with it may be the one that looks after lost jobs. Nobody else does then until it is over. */
const calmLeaseMs = 5_000
const shortestMs = 5
/**
 * The longest life of a worker, or a quarter of an export's duration if that is longer: on a slow machine, each has to make progress. After one
 * that made none, it doubles.
 */
const longestMs = 1_500
/** A job that nobody takes over for so long is locked by the paused worker. */
const lockMs = 10_000

/** The results of a proof's exports. */
export type Verdict = { exports: number; kills: number; different: number; rows: number }

async function end(worker: WorkerProcess) {
  worker.process.kill('SIGKILL')
  await worker.gone
}

const endPair = (pair: readonly WorkerProcess[]) => Promise.all(pair.map(end))

export type Undisturbed = { bytes: Buffer; tookMs: number }

/** The file of an undisturbed export. */
export async function undisturbed(environment: ExportEnvironment): Promise<Undisturbed> {
  // On a busy machine, the short lease of the others would be lost, and the export begin again and again.
  const worker = await environment.startWorker({ leaseMs: calmLeaseMs })
  const id = await environment.enqueue()
  const begun = performance.now()
  worker.begin()
  const job = await settledWithin(environment, id, patienceMs)
  const tookMs = performance.now() - begun
  await end(worker)
  if (job?.status !== 'completed') throw new Error(`the undisturbed export came to nothing: ${job?.errorMessage}`)
  return { bytes: await environment.fileOf(job), tookMs }
}

/** Whether a job completed with exactly these bytes. */
async function isSame(environment: ExportEnvironment, id: string, expected: Buffer): Promise<boolean> {
  const job = await environment.job(id)
  return job.status === 'completed' && (await environment.fileOf(job)).equals(expected)
}

/** Kills workers at random times until this many have died at work. Meanwhile, shops sometimes fail. Each export ends. */
export async function randomKills(
  environment: ExportEnvironment,
  { bytes, tookMs }: Undisturbed,
  kills: number,
  mutant: Mutant = 'none',
): Promise<Verdict> {
  const verdict: Verdict = { exports: 0, kills: 0, different: 0, rows: 0 }
  const longest = Math.max(longestMs, tookMs / 4)
  environment.sandbox.faults.add({ kind: 'status', status: 503, retryAfter: '0.01', probability: 0.15 })
  let standby = environment.startWorker({ mutant })
  while (verdict.kills < kills) {
    const id = await environment.enqueue()
    for (let life = longest; ;) {
      const worker = await standby
      standby = environment.startWorker({ mutant })
      const before = await environment.job(id)
      worker.begin()
      await isTakenWithin(environment, id, before.attempts, patienceMs)
      const job = await settledWithin(environment, id, shortestMs + Math.random() * (life - shortestMs))
      await end(worker)
      if (job) break
      verdict.kills += 1
      // Without that, an export whose resumption takes longer than any life would never end, such as on a machine that has become slow.
      const { checkpoint } = await environment.job(id)
      life = isDeepStrictEqual(checkpoint, before.checkpoint) ? 2 * life : longest
    }
    verdict.exports += 1
    verdict.rows += (await environment.job(id)).counts.written
    if (!(await isSame(environment, id, bytes))) verdict.different += 1
  }
  await end(await standby)
  environment.sandbox.faults.clear()
  return verdict
}

/** Pauses a worker that was paused inside a transaction at a later moment. Its locks keep every other process waiting until it goes on. */
async function pauseLater(zombie: WorkerProcess) {
  zombie.process.kill('SIGCONT')
  await pause(Math.random() * shortestMs)
  zombie.process.kill('SIGSTOP')
}

/**
 * Pauses workers in the middle of an export until another one has finished it, then resumes them. Their late writes must change nothing.
 * They prove that they run again by the next export.
 */
export async function zombies(environment: ExportEnvironment, expected: Buffer, times: number): Promise<Verdict> {
  const verdict: Verdict = { exports: 0, kills: 0, different: 0, rows: 0 }
  for (; verdict.kills < times; verdict.kills += 1) {
    const [zombie, heir] = await Promise.all([environment.startWorker(), environment.startWorker()])
    const id = await environment.enqueue()
    zombie.begin()
    await reachedWithin(environment, id, patienceMs)
    zombie.process.kill('SIGSTOP')
    heir.begin()
    while (!(await isTakenWithin(environment, id, 1, lockMs))) await pauseLater(zombie)
    const job = await settledWithin(environment, id, patienceMs)
    await end(heir)
    zombie.process.kill('SIGCONT')
    const next = await environment.enqueue()
    await settledWithin(environment, next, patienceMs)
    await end(zombie)
    const isUntouched = isDeepStrictEqual(await environment.job(id), job)
    for (const one of [id, next]) if (!isUntouched || !(await isSame(environment, one, expected))) verdict.different += 1
    verdict.exports += 2
    verdict.rows += 2 * (job?.counts.written ?? 0)
  }
  return verdict
}

/**
 * Kills a worker at its first point, then at its second, and so on to its last, or to the first difference. Another worker completes each
 * export.
 */
export async function killsAtEveryPoint(environment: ExportEnvironment, expected: Buffer, mutant: Mutant = 'none'): Promise<Verdict> {
  const verdict: Verdict = { exports: 0, kills: 0, different: 0, rows: 0 }
  const hirePair = (point: number) => Promise.all([environment.startWorker({ mutant, dieAt: point }), environment.startWorker({ mutant })])
  let standby = hirePair(1)
  for (let point = 1; ; point += 1) {
    const [doomed, heir] = await standby
    standby = hirePair(point + 1)
    const id = await environment.enqueue()
    doomed.begin()
    const finished = await Promise.race([settledWithin(environment, id, patienceMs), doomed.gone.then(() => null)])
    if (!finished) heir.begin()
    const job = finished ?? (await settledWithin(environment, id, patienceMs))
    await endPair([doomed, heir])
    verdict.exports += 1
    verdict.rows += job?.counts.written ?? 0
    if (!(await isSame(environment, id, expected))) verdict.different += 1
    if (!finished) verdict.kills += 1
    if (finished || verdict.different > 0) {
      await endPair(await standby)
      return verdict
    }
  }
}
