// npm run prove:fuzz [-- <requests>] [--seed <number>]: requests over REST, tRPC and the sign-in routes, generated from the OpenAPI
// document, by all permitted callers and some others, against the unmodified server. No answer may be a server error, contradict its schema
// or reveal a secret, and /healthz must never wait. Then the same against a server with three planted bugs, all of which must be found.
import { getPriority, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { limits } from '#shared/limits.ts'
import { buildClient } from './build-client.ts'
import { bugs } from '../proofs/fuzz/planted.ts'
import { printReport } from '../proofs/fuzz/report.ts'
import { fuzz } from '../proofs/fuzz/run.ts'
import { openSite } from '../proofs/fuzz/site.ts'
import { watch } from '../proofs/fuzz/watcher.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 1_000_000) }, planted: { type: 'boolean', default: false } },
})
const seed = Number(values.seed)
const requests = Number(positionals[0] ?? 100_000)
const plantedRequests = 4_000
const workers = 8
/** The server has priority over this process. */
const politeness = 5
const leastPriority = 19

const priority = Math.min(leastPriority, getPriority() + politeness)
buildClient()

async function run(isPlanted: boolean, count: number) {
  await using site = await openSite({ isPlanted })
  const watcher = watch(site.url)
  setPriority(priority)
  const onProgress = (sent: number) => void process.stderr.write(`\r${sent} of ${count} requests`)
  const tally = await fuzz({
    ...site,
    world: { ...site.world, heavyBytes: limits.imageBodyBytes },
    seed,
    requests: count,
    workers,
    onProgress,
  })
  const seen = await watcher.stop()
  process.stderr.write('\n')
  return { tally, seen }
}

async function proveClean(): Promise<boolean> {
  const began = performance.now()
  const { tally, seen } = await run(false, requests)
  return printReport({ seed, tally, seen, minutes: (performance.now() - began) / 60_000 })
}

async function provePlanted(): Promise<boolean> {
  const { tally, seen } = await run(true, plantedRequests)
  const kinds = new Set([...tally.problems.map(({ kind }) => kind), ...(seen.stalls.length > 0 ? ['stall'] : [])])
  const found = bugs.filter(({ finds }) => kinds.has(finds))
  console.log(`planted bugs found: ${found.length} of ${bugs.length} (${found.map(({ finds }) => finds).join(', ')})`)
  return found.length === bugs.length
}

const isClean = values.planted || (await proveClean())
const areFound = await provePlanted()
process.exit(isClean && areFound ? 0 : 1)
