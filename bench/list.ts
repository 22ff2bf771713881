import { askShop } from './shop-request.ts'
import { figure, median, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import { startServer, type BenchServer } from './server.ts'
import { benchShops, type BenchShop } from './shops.ts'

const warmUps = 20
const samples = 41
const pageSize = 50
const maxMsMore = 10

async function timed(ask: () => Promise<Buffer>): Promise<number> {
  const start = performance.now()
  JSON.parse((await ask()).toString('utf8'))
  return performance.now() - start
}

const askServer = (server: BenchServer<BenchShop>) => server.post('/products/fetch', { storeId: server.storeIds.large, limit: pageSize })

/** Compares a page of the list through the server with the shop's own answer to the same requests. */
export async function measureList(sandbox: BenchSandbox): Promise<Finding[]> {
  // With the cost bucket, this many lists in sequence would have to wait.
  await sandbox.allow('pages')
  await using server = await startServer(sandbox.endpoints, benchShops)
  const endpoint = sandbox.endpoints[benchShops.large.host] ?? ''
  const { requests } = await sandbox.recorded(() => timed(() => askServer(server)))
  const [request] = requests
  if (!request) throw new Error('the server asked the shop for nothing')
  const ours: number[] = []
  const shops: number[] = []
  for (let run = 0; run < warmUps + samples; run++) {
    ours.push(await timed(() => askServer(server)))
    shops.push(await timed(() => askShop(endpoint, request)))
  }
  const [list, shop] = [median(ours.slice(warmUps)), median(shops.slice(warmUps))]
  const more = list - shop
  return [
    figure(`List of ${pageSize} products; the shop's own answer`, `${list.toFixed(1)} ms; ${shop.toFixed(1)} ms`),
    { what: 'List over the shop', measured: `${more.toFixed(1)} ms`, goal: `at most ${maxMsMore} ms`, isMet: more <= maxMsMore },
  ]
}
