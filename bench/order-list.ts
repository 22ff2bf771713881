import { listedShops, listLatencyMs } from './order-shops.ts'
import { figure, median, seconds, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import type { BenchServer } from './server.ts'
import { askShop } from './shop-request.ts'

const warmUps = 5
const samples = 15
const pageSize = 50
const maxTimesSlowest = 1.3

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await ask()
  return performance.now() - start
}

/**
 * Compares a page of orders over all shops through the server with the slowest of the shops' own answers to the same requests, sent in
 * parallel.
 */
export async function measureOrderList(sandbox: BenchSandbox, { post, storeIds }: BenchServer): Promise<Finding[]> {
  const wanted = { storeIds: listedShops.map(({ host }) => storeIds[host]), limit: pageSize }
  const ask = async () => JSON.parse((await post('/orders/fetch', wanted)).toString()) as unknown
  const { requests } = await sandbox.recorded(ask)
  const slowest = () =>
    Promise.all(
      requests.map((request) =>
        timed(async () => JSON.parse((await askShop(sandbox.endpoints[request.shop] ?? '', request)).toString()) as unknown),
      ),
    ).then((each) => Math.max(...each))
  const ours: number[] = []
  const shops: number[] = []
  for (let run = 0; run < warmUps + samples; run++) {
    ours.push(await timed(ask))
    shops.push(await slowest())
  }
  const ratio = median(ours.slice(warmUps)) / median(shops.slice(warmUps))
  return [
    figure(`${pageSize} orders of ${listedShops.length} shops (${listLatencyMs} ms away)`, seconds(ours.slice(warmUps))),
    figure('The slowest shop’s own answer', seconds(shops.slice(warmUps))),
    { what: 'Ratio', measured: ratio.toFixed(2), goal: `at most ${maxTimesSlowest}`, isMet: ratio <= maxTimesSlowest },
  ]
}
