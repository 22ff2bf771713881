// Measures an export with the maximum number of products, its cancellation, a slow download of its file, and the first copy of the shop's
// catalogue, against their goals.
import { writtenFile } from '../bench/bulk-file.ts'
import { measureCancel } from '../bench/cancel.ts'
import { measureFill } from '../bench/catalogue-fill.ts'
import { measureLargeJob } from '../bench/large-job.ts'
import { largeShop } from '../bench/large-shop.ts'
import { setting, table } from '../bench/report.ts'
import { startShops } from '../bench/sandbox.ts'
import { startServer } from '../bench/server.ts'
import { measureSlowReader } from '../bench/slow-reader.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

// The shop keeps all of its products and their file in memory.
await using sandbox = await startShops(import.meta.resolve('../bench/large-sandbox-process.ts'), ['--max-old-space-size=12288'])
await using server = await startServer(sandbox.endpoints, { large: largeShop })
const file = await writtenFile(sandbox, server)
const { findings: ofJob, last } = await measureLargeJob(server, file)
const findings = [
  ...ofJob,
  ...(await measureSlowReader(server, last)),
  ...(await measureCancel(sandbox, server)),
  ...(await measureFill(sandbox, server)),
]
console.log(`${setting()}\n\n${table(findings)}`)
process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
