// npm run prove:load: 300 calls a second for ten minutes beside exports of 100,000 products; then three times the capacity; then 200 sign-ins
// a second. `npm run prove:load -- --seconds 60 --products 10000` is shorter. Overload and sign-ins take a tenth of the time, at least ten
// seconds.
import { parseArgs } from 'node:util'
import { setting, table } from '../bench/report.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' }, products: { type: 'string', default: '100000' } } })
const seconds = Number(values.seconds)
/** Read by the shop's process, and by the modules that are loaded from here on. */
process.env['BENCH_PRODUCTS'] = values.products

const { provedLoad } = await import('../proofs/load.ts')
console.log(setting())
process.exitCode = 0
for await (const findings of provedLoad(seconds)) {
  console.log(`\n${table(findings)}`)
  if (findings.some(({ isMet }) => isMet === false)) process.exitCode = 1
}
