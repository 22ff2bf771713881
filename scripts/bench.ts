// Measures the product's speed and memory against a minimal program. Fails if a goal is missed.
import { measureEncoding } from '../bench/encoding.ts'
import { measureFirstByte } from '../bench/first-byte.ts'
import { measureList } from '../bench/list.ts'
import { measureMemory } from '../bench/memory.ts'
import { setting, table } from '../bench/report.ts'
import { startShops } from '../bench/sandbox.ts'
import { measureWriters } from '../bench/writers.ts'
import { measureThroughput } from '../bench/throughput.ts'

const longestMs = 15 * 60_000

// A signal exits normally, so that all started processes end too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
setTimeout(() => {
  console.error(`The bench is not done after ${longestMs / 60_000} minutes`)
  process.exit(1)
}, longestMs).unref()

await using sandbox = await startShops(import.meta.resolve('../bench/sandbox-process.ts'))
const findings = [
  ...(await measureThroughput(sandbox, 'pages', 1.15)),
  ...(await measureThroughput(sandbox, 'bulk operation')),
  ...(await measureFirstByte(sandbox)),
  ...(await measureMemory(sandbox)),
  ...(await measureList(sandbox)),
  ...(await measureEncoding(sandbox)),
  ...(await measureWriters(sandbox)),
]
console.log(`${setting()}\n\n${table(findings)}`)
process.exitCode = findings.some(({ isMet }) => isMet === false) ? 1 : 0
