import { exportCsv } from './export.ts'
import { figure, type Finding } from './report.ts'
import { ways, type BenchSandbox, type Way } from './sandbox.ts'
import { startServer } from './server.ts'
import { benchShops, type BenchShop } from './shops.ts'

const maxMegabytesMore = 30
const text = (megabytes: number) => `${megabytes.toFixed(1)} MB`

/** The peak memory, in megabytes, of a fresh server that has exported a shop. */
async function peakOf(sandbox: BenchSandbox, shop: BenchShop, way: Way): Promise<number> {
  await using server = await startServer(sandbox.endpoints, benchShops)
  await exportCsv(server, shop, way)
  return server.peakMemory()
}

/** Whether memory stays constant when an export is ten times as long. */
export async function measureMemory(sandbox: BenchSandbox): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const way of ways) {
    await sandbox.allow(way)
    const small = await peakOf(sandbox, 'small', way)
    const large = await peakOf(sandbox, 'large', way)
    const more = large - small
    const what = `Memory at ${benchShops.large.products} by ${way} over that at ${benchShops.small.products}`
    const measured = `${text(more)} (${text(large)} - ${text(small)})`
    const goal = { goal: `at most ${maxMegabytesMore} MB`, isMet: more <= maxMegabytesMore }
    findings.push(way === 'pages' ? { what, measured, ...goal } : figure(what, measured))
  }
  return findings
}
