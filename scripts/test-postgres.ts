// Runs the tests that touch a database on a Postgres of our own, or on the one that DATABASE_URL names. Files can be named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { allOnPostgres } from './postgres-tests.ts'
import { startPostgres } from './postgres-server.ts'

const given = process.argv.slice(2)
const paths = given.some((argument) => !argument.startsWith('-')) ? given : [...allOnPostgres, ...given]

/** Answers with what vitest ended with. */
async function vitest(url: string): Promise<number> {
  const child = spawn(join('node_modules', '.bin', 'vitest'), ['run', '--project', 'server', ...paths], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url },
  })
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

// Some look at what is served beside the API.
buildClient()
const url = process.env['DATABASE_URL']
if (url === undefined) {
  await using server = await startPostgres()
  process.exitCode = await vitest(server.url)
} else {
  process.exitCode = await vitest(url)
}
