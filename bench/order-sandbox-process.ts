// The orders' shops in a separate process, warmed up, so that no figure includes the sandbox's one-time work.
import { startSandbox } from '#sandbox/start.ts'
import { largeShop, listedShops, listLatencyMs, plan } from './order-shops.ts'

const { url, endpoints, tune, warmUp } = await startSandbox({ shops: [...listedShops, largeShop] })
await warmUp()
for (const { host } of listedShops) tune({ costBucket: false, latencyMs: listLatencyMs }, host)
tune({ costBucket: plan }, largeShop.host)
process.stdout.write(`${JSON.stringify({ url, endpoints })}\n`)
