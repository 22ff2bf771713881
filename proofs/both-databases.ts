import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../scripts/postgres-server.ts'

/**
 * Runs a proof's script on SQLite and then on a temporary Postgres, with this process's arguments. Returns whether both passed.
 * @param settings of Postgres, in place of the usual ones
 */
export async function onBothDatabases(script: string, settings: readonly string[] = []): Promise<boolean> {
  await using postgres = await startPostgres(settings)
  const held: boolean[] = []
  // The dialect is fixed at the start of a process.
  for (const url of ['', postgres.url]) {
    const child = spawn(process.execPath, [script, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: url },
    })
    const [code] = await once(child, 'exit')
    held.push(code === 0)
  }
  return held.every(Boolean)
}
