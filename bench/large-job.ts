import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Job } from '#shared/jobs.ts'
import type { WrittenFile } from './bulk-file.ts'
import { finishedJob, outcomeOf } from './job.ts'
import { largeExport, largeShop, manyProducts } from './large-shop.ts'
import { figure, median, seconds, type Finding } from './report.ts'
import type { BenchServer } from './server.ts'

const runs = 3
const maxMegabytes = 250
const maxTimesBare = 1.3

const run = promisify(execFile)
const Read = z.object({ lines: z.number(), ms: z.number() })

/** Downloads the file in a process that only parses its lines. */
export async function bareMs({ url, lines: expected }: WrittenFile): Promise<number> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.resolve('./bare-file-process.ts')), url])
  const { lines, ms } = Read.parse(JSON.parse(stdout))
  if (lines !== expected) throw new Error(`the bare client read ${lines} lines of ${expected}`)
  return ms
}

/** Exports all products of the large shop as a job, alternating with the bare client, so that a slow machine affects both. */
export async function measureLargeJob(server: BenchServer<'large'>, file: WrittenFile): Promise<{ findings: Finding[]; last: Job }> {
  const ours: number[] = []
  const theirs: number[] = []
  const jobs: Job[] = []
  for (let turn = 0; turn < runs; turn++) {
    theirs.push(await bareMs(file))
    const { job, ms } = await finishedJob(server, '/products/export', largeExport(server.storeIds.large))
    ours.push(ms)
    jobs.push(job)
  }
  const [last] = jobs.slice(-1)
  if (!last) throw new RangeError('no runs')
  const ratio = median(ours) / median(theirs)
  const memory = server.peakMemory()
  const isWhole = jobs.every(({ status, counts }) => status === 'completed' && counts.distinct === manyProducts)
  const findings = [
    {
      what: `${manyProducts} products of ${largeShop.name} as a job, 52 columns, ${runs} times`,
      measured: outcomeOf(last, 'products'),
      goal: 'all of them',
      isMet: isWhole && new Set(jobs.map(({ files: [one] }) => one?.sha256)).size === 1,
    },
    figure(`Its file of ${(file.bytes / 1e6).toFixed(0)} MB, downloaded and parsed and nothing else`, seconds(theirs)),
    figure('The job, from asking for it to its end', seconds(ours)),
    { what: 'Ratio', measured: ratio.toFixed(3), goal: `at most ${maxTimesBare}`, isMet: ratio <= maxTimesBare },
    {
      what: 'Memory of the server',
      measured: `${memory.toFixed(0)} MB`,
      goal: `at most ${maxMegabytes} MB`,
      isMet: memory <= maxMegabytes,
    },
  ]
  return { findings, last }
}
