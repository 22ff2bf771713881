import { startBareClient } from './bare-client.ts'
import { exportCsv, inspect } from './export.ts'
import { replayOf } from './replay.ts'
import { figure, median, seconds, type Finding } from './report.ts'
import type { BenchSandbox, Way } from './sandbox.ts'
import { startServer } from './server.ts'
import { benchShops } from './shops.ts'

const runs = 5
const { host, products } = benchShops.large

const yesNo = (what: string, isMet: boolean): Finding => ({ what, measured: isMet ? 'yes' : 'no', goal: 'yes', isMet })

function ratioOf(ratio: number, max: number | undefined): Finding {
  const measured = ratio.toFixed(3)
  return max === undefined ? figure('Ratio', measured) : { what: 'Ratio', measured, goal: `at most ${max}`, isMet: ratio <= max }
}

/**
 * Compares the export of the large shop with the bare client. Both alternate, so that a slow machine affects both. `maxTimesBare` is the
 * goal, if any: pages can be written while the next one is awaited, a bulk operation's file cannot.
 */
export async function measureThroughput(sandbox: BenchSandbox, way: Way, maxTimesBare?: number): Promise<Finding[]> {
  await sandbox.allow(way)
  await using server = await startServer(sandbox.endpoints, benchShops)
  await using bare = startBareClient()
  const { made: first, requests } = await sandbox.recorded(() => exportCsv(server, 'large', way))
  const replay = replayOf({ shop: sandbox.endpoints[host] ?? '', storage: sandbox.endpoints['storage.googleapis.com'] ?? '' }, requests)
  const warmUp = await bare.replay(replay)
  const ours: number[] = []
  const theirs: number[] = []
  let isSame = true
  for (let run = 0; run < runs; run++) {
    const { ms, csv } = await exportCsv(server, 'large', way)
    ours.push(ms)
    isSame &&= csv.equals(first.csv)
    theirs.push((await bare.replay(replay)).ms)
  }
  const { rows, isWhole } = inspect(first.csv, 'large')
  const ratio = median(ours) / median(theirs)
  return [
    figure(`Export of ${products} products, 52 columns, by ${way}`, seconds(ours)),
    figure(`Bare client, the same documents (${requests.length} requests, ${warmUp.products} products)`, seconds(theirs)),
    ratioOf(ratio, maxTimesBare),
    figure('Rows a second', Math.round(rows / (median(ours) / 1000)).toString()),
    yesNo('Every product once, by ascending id', isWhole),
    yesNo('All runs gave the same file', isSame),
  ]
}
