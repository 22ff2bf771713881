// npm run db:fixture: keeps small databases of this version for the tests of upgrades, in tests/fixtures/databases/<version>. Run it for each
// release.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { productVersion } from '#shared/brand.ts'
import { startPostgres } from './postgres-server.ts'

const folder = `tests/fixtures/databases/${productVersion}`

async function write(url: string) {
  const env = { ...process.env, DATABASE_URL: url }
  const [code] = await once(spawn(process.execPath, ['tests/fixtures/write-database.ts', folder], { stdio: 'inherit', env }), 'exit')
  if (code !== 0) throw new Error(`The fixture was not written (${String(code)})`)
}

await write('')
await using postgres = await startPostgres()
await write(postgres.url)
