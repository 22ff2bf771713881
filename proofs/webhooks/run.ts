// Workers send deliveries to the bad receiver and are killed: some at each of their first points, the others at random times.
import { setTimeout as pause } from 'node:timers/promises'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import { openWebhookEnvironment, type WebhookEnvironment } from './environment.ts'
import { Begun, type WebhookInstruction } from './instruction.ts'
import { judge, type WebhookVerdict } from './judge.ts'

/** `patienceMs`: what is not done by then, after the last kill, is lost. */
export type WebhookRun = { events: number; workers: number; kills: number; seed: number; bug?: SourceBug | null; patienceMs?: number }

const longestLifeMs = 2_500
const longestAwayMs = 400
const lookMs = 50

/** Refuses connections by turns until the signal. */
async function refuseByTurns({ receiver, random }: WebhookEnvironment, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(random.int(3_000), undefined, { signal }).catch(() => {})
    await receiver.refuse(random.int(longestAwayMs))
  }
}

export async function runWebhooks({ events, workers, kills, seed, bug = null, patienceMs = 120_000 }: WebhookRun): Promise<WebhookVerdict> {
  await using environment = await openWebhookEnvironment(seed)
  const { random, databaseUrl } = environment
  const begun: Begun[] = []
  /** For each place, how many of its workers were killed. */
  const killed = Array.from({ length: workers }, () => 0)
  const killedInAll = () => killed.reduce((sum, count) => sum + count, 0)
  const over = new AbortController()
  const isOver = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve(), { once: true }))
  const eachTime = Math.ceil(events / (kills + 1))
  const onLine = (line: string) => void begun.push(Begun.parse(JSON.parse(line)))

  /** One life of a worker. Those of the first place die at their first point, then at their second, and so on. */
  async function live(place: number) {
    const isLast = killedInAll() >= kills
    const own = killed[place] ?? 0
    const instruction: WebhookInstruction = { databaseUrl, dieAt: place === 0 && !isLast ? own + 1 : null }
    await using child = await startWorkerProcess('webhooks/worker.ts', instruction, { bug, onLine })
    child.begin()
    const ends = [isOver, child.gone, ...(place === 0 || isLast ? [] : [pause(random.int(longestLifeMs))])]
    await Promise.race(ends)
    child.process.kill('SIGKILL')
    await child.gone
    if (!isLast) killed[place] = own + 1
  }
  async function keep(place: number) {
    while (!over.signal.aborted) await live(place)
  }

  async function untilDone() {
    for (let end = Infinity; performance.now() < end; await pause(lookMs)) {
      if (killedInAll() >= kills && end === Infinity) end = performance.now() + patienceMs
      // More events come with every kill, so that there is always something to lose.
      const due = Math.min(events, eachTime * (killedInAll() + 1))
      if (environment.events.length < due) await environment.record(due - environment.events.length)
      if (environment.events.length === events && (await environment.isDone())) return true
    }
    return false
  }

  const refusing = refuseByTurns(environment, over.signal)
  const places = Array.from({ length: workers }, (_, place) => keep(place))
  const isDone = await untilDone()
  over.abort()
  await Promise.all([refusing, ...places])
  return judge(environment, { begun, kills: killedInAll(), isDone, workers, successes: await environment.successes() })
}
