// Deliveries whose workers are killed, and deliveries over bad networks to bad servers. Each must end as an undisturbed one does.
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#sandbox/catalogue/random.ts'
import { isSettled } from '#shared/jobs.ts'
import type { DeliveryEnvironment, DeliveryWorker, FileSize, Trial } from './environment.ts'
import { added, broughtBy, judgeEnd, noVerdict, partialIn, type DeliveryVerdict } from './judge.ts'
import type { ProofPlace } from './places.ts'

/** What an undisturbed delivery brings, the number of its points, and how long it takes. */
type UndisturbedDelivery = { brought: string[]; points: number; tookMs: number }

/** More than any fault needs. */
const mostTurns = 12
/** For each kill. */
const mostTrials = 3

/** Works until the delivery has ended. */
async function toEnd(environment: DeliveryEnvironment, trial: Trial) {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    environment.pass()
    await environment.worker.work()
    const job = await environment.job(trial)
    if (isSettled(job)) return job
  }
  return environment.job(trial)
}

/** The verdict on a delivery that has ended. */
export async function judgedEnd(
  environment: DeliveryEnvironment,
  trial: Trial,
  { expected, mayRepeat }: { expected: readonly string[]; mayRepeat: boolean },
): Promise<DeliveryVerdict> {
  const job = await toEnd(environment, trial)
  const found = await trial.place.found(trial.name)
  await environment.end(trial)
  const isCompleted = job.status === 'completed' && job.delivery?.target !== null
  const brought = broughtBy(trial, found)
  const left = found.filter(({ isTemporary }) => isTemporary).length
  const judged = judgeEnd(brought, expected, { isCompleted, mayRepeat })
  // Seeded bugs are told here, too.
  if (judged.different > 0)
    console.error(`${trial.name}: ${job.status}, ${job.errorMessage ?? job.waitingFor ?? 'no message'}`, { brought, expected })
  return { ...noVerdict, deliveries: 1, left, ...judged }
}

export async function undisturbedDelivery(
  environment: DeliveryEnvironment,
  place: ProofPlace,
  size: FileSize,
): Promise<UndisturbedDelivery> {
  const trial = await environment.queue(place, size)
  const begun = performance.now()
  const points = await environment.worker.work()
  const tookMs = performance.now() - begun
  const brought = broughtBy(trial, await place.found(trial.name))
  const { status, errorMessage } = await environment.job(trial)
  await environment.end(trial)
  if (points === null || status !== 'completed' || brought.length === 0) throw new Error(`an undisturbed delivery failed: ${errorMessage}`)
  return { brought, points, tookMs }
}

/** When a worker is killed: at a point, or after a time. */
type Death = { dieAt: number } | { afterMs: number }
type Doom = { size: FileSize; death: Death }

async function killedOnce(
  environment: DeliveryEnvironment,
  doomed: DeliveryWorker,
  { place, size, death, expected }: Doom & { place: ProofPlace; expected: readonly string[] },
): Promise<DeliveryVerdict> {
  const trial = await environment.queue(place, size)
  const working = doomed.work('dieAt' in death ? death.dieAt : null)
  // A number: it has finished before.
  const points = await Promise.race([working, ...('afterMs' in death ? [pause(death.afterMs, null)] : [])])
  doomed.kill()
  await doomed[Symbol.asyncDispose]()
  const kills = points === null ? 1 : 0
  const partial = partialIn(broughtBy(trial, await place.found(trial.name)), expected)
  return { ...(await judgedEnd(environment, trial, { expected, mayRepeat: kills > 0 })), kills, partial }
}

export type DeliveryKills = { kills: number; random: Random; isEnough?: (verdict: DeliveryVerdict) => boolean }

/** A quarter of the kills at points that lie evenly over the delivery of the small file, half over that of the large one, and the others at random times in that. */
function* deathsOf(kills: number, random: Random, { small, large }: Record<FileSize, UndisturbedDelivery>): Generator<Doom> {
  for (const [size, { points }, number] of [
    ['small', small, Math.floor(kills / 4)] as const,
    ['large', large, Math.ceil(kills / 2)] as const,
  ])
    for (let index = 0; index < number; index += 1) yield { size, death: { dieAt: 1 + Math.floor(((index + 0.5) * points) / number) } }
  for (;;) yield { size: 'large', death: { afterMs: random.int(Math.ceil(large.tookMs)) } }
}

/** Kills workers that deliver to a place; another worker goes on. */
export async function killDeliveries(
  environment: DeliveryEnvironment,
  place: ProofPlace,
  { kills, random, isEnough = () => false }: DeliveryKills,
): Promise<DeliveryVerdict> {
  const undisturbed = {
    small: await undisturbedDelivery(environment, place, 'small'),
    large: await undisturbedDelivery(environment, place, 'large'),
  }
  let verdict = noVerdict
  let standby = environment.startWorker()
  for (const { size, death } of deathsOf(kills, random, undisturbed)) {
    const doomed = await standby
    standby = environment.startWorker()
    const trial = { place, size, death, expected: undisturbed[size].brought }
    verdict = added(verdict, await killedOnce(environment, doomed, trial))
    // A worker may finish before its death.
    if (verdict.kills >= kills || verdict.deliveries > mostTrials * kills || isEnough(verdict)) break
  }
  await (await standby)[Symbol.asyncDispose]()
  return verdict
}
