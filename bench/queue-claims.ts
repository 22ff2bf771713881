import { assembled } from '../proofs/assembled.ts'
import { startWorkerProcess } from '../proofs/worker-process.ts'
import { emptyQueue, fillQueue, type Shape } from './queue-fill.ts'
import { limits } from '#shared/limits.ts'
import { figure, median, type Finding } from './report.ts'

const workers = 4
/** As many as a worker of the product has. */
const places = limits.jobs.atOnce
/** Three rounds take fewer than the smallest backlog. */
const rounds = 3
const claims = 320
const sizes = [1_000, 10_000, 100_000]
const leastRate = 300
const leastShare = 0.8

/** How many jobs four workers take in a second. They end them, too, so that there are free slots. */
async function rate(databaseUrl: string): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const instruction = { databaseUrl, claims: claims / workers, places }
  const started = await Promise.all(
    Array.from({ length: workers }, async () => stack.use(await startWorkerProcess('../bench/queue-process.ts', instruction))),
  )
  const begun = performance.now()
  for (const worker of started) worker.begin()
  await Promise.all(started.map(({ gone }) => gone))
  return claims / ((performance.now() - begun) / 1000)
}

const rounded = (number: number) => `${Math.round(number).toLocaleString('en')} a second`

/** The claims of four processes, by the number of waiting jobs. */
export async function measureClaims(databaseUrl: string): Promise<Finding[]> {
  const deps = await assembled({ databaseUrl })
  const measured = async (count: number, shape: Shape) => {
    await fillQueue(databaseUrl, deps.database, count, shape)
    const rates: number[] = []
    for (let round = 0; round < rounds; round += 1) rates.push(await rate(databaseUrl))
    return median(rates)
  }
  const all: number[] = []
  const findings: Finding[] = []
  for (const size of sizes) {
    const now = await measured(size, 'many')
    all.push(now)
    findings.push({
      what: `Claims with ${size.toLocaleString('en')} waiting jobs`,
      measured: rounded(now),
      goal: `at least ${leastRate}`,
      isMet: now >= leastRate,
    })
  }
  const share = (all.at(-1) ?? 0) / (all[0] ?? 1)
  findings.push({
    what: 'The last of these by the first',
    measured: share.toFixed(2),
    goal: `at least ${leastShare}`,
    isMet: share >= leastShare,
  })
  findings.push(figure('Claims behind 99,000 jobs of one person and store', rounded(await measured(100_000, 'one'))))
  await emptyQueue(deps.database)
  await deps.close()
  return findings
}
