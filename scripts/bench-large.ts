// Measures an export with the maximum number of products, its cancellation, a slow download of its file, and the first copy of the shop's
// catalogue, against their goals.
import { writtenFile } from '../bench/bulk-file.ts'
import { measureCancel } from '../bench/cancel.ts'
import { measureFill } from '../bench/catalogue-fill.ts'
import { measureLargeJob } from '../bench/large-job.ts'
import { largeShop } from '../bench/large-shop.ts'
import { setting, table, type Finding } from '../bench/report.ts'
import { startShops } from '../bench/sandbox.ts'
import { startServer } from '../bench/server.ts'
import { measureSlowReader } from '../bench/slow-reader.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

// The shop keeps all of its products and their file in memory.
await using sandbox = await startShops(import.meta.resolve('../bench/large-sandbox-process.ts'), ['--max-old-space-size=12288'])
await using server = await startServer(sandbox.endpoints, { large: largeShop })
const file = await writtenFile(sandbox, server)
console.log(setting())

let isMet = true
/** Prints them as soon as they are there, so that a later failure does not lose them. */
function report(findings: readonly Finding[]) {
  console.log(`\n${table(findings)}`)
  isMet &&= findings.every((finding) => finding.isMet !== false)
}
const { findings, last } = await measureLargeJob(server, file)
report(findings)
report(await measureSlowReader(server, last))
report(await measureCancel(sandbox, server))
report(await measureFill(sandbox, server))
process.exitCode = isMet ? 0 : 1
