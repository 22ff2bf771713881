// Runs the tests that use a database on a temporary Postgres, or on the one in DATABASE_URL. Arguments: test files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { allOnPostgres } from './postgres-tests.ts'
import { startPostgres } from './postgres-server.ts'

const given = process.argv.slice(2)
const paths = given.some((argument) => !argument.startsWith('-')) ? given : [...allOnPostgres, ...given]

/** Resolves with vitest's exit code. */
async function vitest(url: string): Promise<number> {
  const child = spawn(join('node_modules', '.bin', 'vitest'), ['run', '--project', 'server', ...paths], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url },
  })
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

// Some tests read the files that are served beside the API.
buildClient()
const url = process.env['DATABASE_URL']
if (url === undefined) {
  await using server = await startPostgres()
  process.exitCode = await vitest(server.url)
} else {
  process.exitCode = await vitest(url)
}
