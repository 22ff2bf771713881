// The product's server for listeners. It prints its port, and is killed or asked to end.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { createLogger } from '#server/boot/logging.ts'
import { buildApp } from '#server/http/app.ts'
import { assembled } from '../assembled.ts'

const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(JSON.parse(process.env['ORDER'] ?? ''))
const deps = await assembled({ databaseUrl })
const { appUrl } = deps
const app = await buildApp(deps, {
  log: createLogger('error', process.stderr),
  proxies: 0,
  appUrl,
  corsOrigins: [],
  pictureOrigins: [],
  passwordMinLength: 6,
})
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
await once(lines, 'line')
process.once('SIGTERM', () => void app.close().finally(() => process.exit()))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ port: Number(new URL(url).port) }))
