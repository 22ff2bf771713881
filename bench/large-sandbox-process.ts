// The large shop in a separate process. Its file is written only once, because that takes as long as an export.
import { startSandbox } from '#sandbox/start.ts'
import { fileBytesPerSecond, largeShop } from './large-shop.ts'
import { latencyMs } from './shops.ts'

const { url, endpoints, tune } = await startSandbox({ shops: [largeShop] })
tune({ latencyMs, fileBytesPerSecond, reusesBulkFiles: true })
process.stdout.write(`${JSON.stringify({ url, endpoints })}\n`)
