// Measures the list of many shops' orders, and the export of a shop with 100,000 orders. Fails if a goal is missed.
import { measureOrderJob } from '../bench/order-job.ts'
import { measureOrderList } from '../bench/order-list.ts'
import { largeShop, listedShops } from '../bench/order-shops.ts'
import { setting, table } from '../bench/report.ts'
import { startShops } from '../bench/sandbox.ts'
import { startServer } from '../bench/server.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const shops = Object.fromEntries([...listedShops, largeShop].map((shop) => [shop.host, shop]))
await using sandbox = await startShops(import.meta.resolve('../bench/order-sandbox-process.ts'))
const findings = []
{
  await using server = await startServer(sandbox.endpoints, shops)
  findings.push(...(await measureOrderList(sandbox, server)))
}
{
  await using server = await startServer(sandbox.endpoints, shops)
  findings.push(...(await measureOrderJob(sandbox, server)))
}
console.log(`${setting()}\n\n${table(findings)}`)
process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
