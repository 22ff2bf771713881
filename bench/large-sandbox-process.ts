// The large shop in a process of its own. Its file is written once: that takes as long as an export.
import { startSandbox } from '#sandbox/start.ts'
import { fileBytesPerSecond, largeShop } from './large-shop.ts'
import { latencyMs } from './shops.ts'

const { url, endpoints, tune } = await startSandbox({ shops: [largeShop] })
tune({ latencyMs, fileBytesPerSecond, reusesBulkFiles: true })
process.stdout.write(`${JSON.stringify({ url, endpoints })}\n`)
