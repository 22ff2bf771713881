// Workers make the runs of schedules that are due at once, and are killed: some at each of their points, the others at random times.
import { setTimeout as pause } from 'node:timers/promises'
import { dialect } from '#drizzle/dialect.ts'
import { randomFrom } from '#sandbox/catalogue/random.ts'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import { openFiringEnvironment, type FiringVerdict } from './environment.ts'

/** `kills`: at random times. `points`: how many workers die at their first point, at their second, and so on. */
export type FiringRun = { schedules: number; kills: number; points: number; seed: number; bug?: SourceBug | null }
export type FiringResult = FiringVerdict & { kills: number }

/** SQLite has one process that works. In it, several loops make runs at the same time. */
const crew = dialect === 'sqlite' ? { workers: 1, loops: 4 } : { workers: 4, loops: 1 }
/** Clocks are this far from each other at most. */
const longestSkewMs = 5_000
const longestLifeMs = 400
const patienceMs = 600_000

export async function runFiring({ schedules, kills, points, seed, bug = null }: FiringRun): Promise<FiringResult> {
  await using environment = await openFiringEnvironment(schedules)
  const random = randomFrom(seed)
  const { databaseUrl } = environment
  let [started, killed] = [0, 0]

  /** One life of a worker, up to its end or its death. */
  async function live(place: number) {
    const number = started++
    const skewMs = Math.round((place / Math.max(1, crew.workers - 1) - 0.5) * longestSkewMs)
    const dieAt = number < points ? number + 1 : null
    await using child = await startWorkerProcess('schedules/worker.ts', { databaseUrl, skewMs, loops: crew.loops, dieAt }, { bug })
    child.begin()
    const isKilled = dieAt === null && number < points + kills
    await Promise.race([child.gone, ...(isKilled ? [pause(random.int(longestLifeMs))] : [])])
    child.process.kill('SIGKILL')
    await child.gone
    if (child.process.signalCode === 'SIGKILL') killed += 1
  }
  async function keep(place: number) {
    for (const end = performance.now() + patienceMs; (await environment.left()) > 0 && performance.now() < end;) await live(place)
  }
  await Promise.all(Array.from({ length: crew.workers }, (_, place) => keep(place)))
  return { ...(await environment.judge()), kills: killed }
}

export const isWhole = ({ missed, doubled, unmoved }: FiringVerdict): boolean => missed + doubled + unmoved === 0
