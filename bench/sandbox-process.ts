// The bench's shops in a process of their own: no cost bucket, so that nothing waits but for the latency.
import { startSandbox } from '#sandbox/start.ts'
import { benchShops, latencyMs } from './shops.ts'

const { url, endpoints, tune } = await startSandbox({ shops: Object.values(benchShops) })
tune({ costBucket: false, latencyMs })
process.stdout.write(`${JSON.stringify({ url, endpoints })}\n`)
