// The product's server and keeper in one process, on a clock that the proof sets. It prints its port, then a line after each look, and is killed.
import { createInterface } from 'node:readline'
import { createLogger } from '#server/boot/logging.ts'
import { createCatalogueKeeper } from '#server/catalogue/keeper.ts'
import { buildApp } from '#server/http/app.ts'
import { assembled } from '../assembled.ts'
import { FreshInstruction, freshUrl } from './instruction.ts'

const { databaseUrl, dataDir, endpoints, now: began } = FreshInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
let now = began
const deps = await assembled({
  databaseUrl,
  dataDir,
  appUrl: freshUrl,
  platformEndpoints: endpoints,
  now: () => now,
  sharedNow: () => now,
  // Nothing waits in real time. The limits of shops and their outages follow the clock of the proof.
  waiting: { now: () => now, random: () => 0, sleep: async () => {} },
  log: createLogger('silent'),
})
const app = await buildApp(deps, {
  log: createLogger('silent'),
  proxies: 0,
  appUrl: freshUrl,
  corsOrigins: [],
  pictureOrigins: [],
  passwordMinLength: 6,
  overload: { delayMs: 0 },
})
const keeper = createCatalogueKeeper(deps)
const lines = createInterface(process.stdin)
// The parent process has ended.
lines.once('close', () => process.exit())
console.log('ready')
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(url)
lines.on('line', (line) => {
  now = Number(line)
  void keeper.drain().then(
    () => console.log('done'),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
