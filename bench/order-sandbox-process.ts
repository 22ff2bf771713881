// The orders' shops in a process of their own, warm, so that no figure holds what the sandbox does only once.
import { startSandbox } from '#sandbox/start.ts'
import { largeShop, listedShops, listLatencyMs, plan } from './order-shops.ts'

const { url, endpoints, tune, warmUp } = await startSandbox({ shops: [...listedShops, largeShop] })
await warmUp()
for (const { host } of listedShops) tune({ costBucket: false, latencyMs: listLatencyMs }, host)
tune({ costBucket: plan }, largeShop.host)
process.stdout.write(`${JSON.stringify({ url, endpoints })}\n`)
