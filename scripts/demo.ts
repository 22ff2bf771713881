// npm run demo [-- --reset]: the server with emulated shops. --reset starts with a new installation.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildClient } from './build-client.ts'
import { demoFolder } from './demo-folder.ts'

const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } })
if (values.reset && (process.env['DATA_DIR'] ?? process.env['DATABASE_URL']) !== undefined) {
  // Data in a folder or database that the user named is not deleted.
  console.error(`--reset deletes ${demoFolder} alone: run it without DATA_DIR and DATABASE_URL`)
  process.exit(1)
}
if (values.reset) rmSync(demoFolder, { recursive: true, force: true })
buildClient()
await import('./demo-server.ts')
