// The bench's shops in a separate process. Without a cost bucket, only the latency causes waits.
import { startSandbox } from '#sandbox/start.ts'
import { benchShops, latencyMs } from './shops.ts'

const { url, endpoints, tune } = await startSandbox({ shops: Object.values(benchShops) })
tune({ costBucket: false, latencyMs })
process.stdout.write(`${JSON.stringify({ url, endpoints })}\n`)
